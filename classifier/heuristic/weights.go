package heuristic

// weights of the features in logits.
var weights = [features]float64{
	fBias: -4, fWords: 0.9, fLinkDensity: -4, fSentences: 0.5, fEndsSentence: 1, fCommas: 0.4, fShort: -0.5,
	fDigits: -2, fSeparators: -0.7, fUpper: -1.5,
	fTagArticle: 0.5, fTagMain: 0.3, fTagNav: -3, fTagAside: -2, fTagHeader: -0.7, fTagFooter: -2.5, fTagForm: -1.5,
	fTagFigure: -1.5, fTagQuote: 0.3, fTagListItem: -0.4, fTagHeading: 0.6, fTagParagraph: 0.8, fTagCaption: -1.5,
	fInBest: 1.5, fRise: -2, fContainer: 1, fAncestor: 0.3, fContainerLinks: -1.5, fTitle: -2, fBeforeTitle: -2,
	fPrevious: 0.15, fNext: 0.15, fGap: -0.6, fRepeated: -1.5, fHidden: -2.5,
	fNames + nameBody: 1.5, fNames + nameComment: -5, fNames + nameShare: -1.5, fNames + nameRelated: -2,
	fNames + nameNav: -2, fNames + nameFooter: -2, fNames + nameSide: -1.5, fNames + nameAd: -1.5,
	fNames + nameCaption: -2, fNames + nameAuthor: -1.5, fNames + nameDate: -1, fNames + nameTag: -0.8,
	fNames + nameForm: -1.5, fNames + nameNotice: -1.5, fNames + nameTitle: -0.5, fNames + nameList: -0.5,
	fNames + nameHidden: -0.7,
}
