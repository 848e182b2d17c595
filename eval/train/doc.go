// Package train makes the cold model. In come labelled corpora, out goes a
// matrix of the features of their blocks with labels and weights, which
// train.py learns trees from; and these trees, turned into the model's file.
//
// Everything is deterministic: the same corpora and seed give the same matrix
// and, with the same version of the trainer, the same model byte for byte.
package train
