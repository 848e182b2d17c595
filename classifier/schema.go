package classifier

import _ "embed"

//go:embed article.schema.json
var articleSchema []byte

// ArticleSchema gives the JSON Schema (draft 2020-12) of published articles.
func ArticleSchema() []byte { return append([]byte(nil), articleSchema...) }
