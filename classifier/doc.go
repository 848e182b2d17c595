// Package classifier turns scored pages into articles: it decides block by
// block what is content and puts the article together.
//
// What comes in: winnowv1.ScoredPage, a segmented page with what its site's
// window says of each block (from the comparer, or from ScoreAlone for a page
// without a site).
//
// What goes out: winnowv1.Article, as new, updated, recleaned or retracted;
// nothing when the verdict changes nothing that a reader would see.
//
// The pure core is Classifier.Decide: the same scored page gives the same
// article, whoever asks (the stage, the command line, the evaluation). How
// blocks are judged is a Method of package judge, chosen by name. What one page
// alone says of its blocks comes from a Cold model (package cold).
//
// Delivery is at least once. Stage.Handle may be given the same page again, in
// any order and by several workers at once: verdicts on one article are ordered
// (see supersedes), what was published is remembered with compare-and-swap
// (port Publications), and a publication is announced there before it is made,
// so that a crash between the two repeats it with the same revision and bytes.
// Idempotence key: article id and revision.
package classifier
