// Package svmsite is the per-site SVM with automatic labels (Yao and Zuo, A
// Machine Learning Approach to Webpage Content Extraction, 2013; Team 18, Web
// Content Extraction using Machine Learning): in come the pages of a site, out
// come their texts. No labels are needed:
//
//  1. features.go: every element with text of its own is a block, with its
//     text length, tag, tag path, CSS selector, attributes and the JavaScript
//     keywords in its text as features.
//  2. dbscan.go: the blocks of all pages are clustered by density.
//  3. label.go: the cluster whose blocks' longest common subsequences with
//     their pages' meta descriptions sum to the most is content (Algorithm 1).
//  4. svm.go: a linear SVM with class weights learns these labels; the pages
//     are judged in four parts, each by a model that has not seen it.
package svmsite
