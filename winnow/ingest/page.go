package ingest

import (
	"bytes"

	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"golang.org/x/net/html"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Page makes the page that the crawler would have made of an item, had it
// fetched it from address. The body is transcoded to UTF-8.
func Page(namer *site.Namer, address string, item Item) (*pb.Page, error) {
	canonical, err := canon.URL(address)
	if err != nil {
		return nil, err
	}
	token, err := namer.Of(canonical)
	if err != nil {
		return nil, err
	}
	body, encoding, err := charset.Decode(item.Body, item.ContentType)
	if err != nil {
		return nil, err
	}
	page := &pb.Page{
		PageId: canon.PageID(canonical, body), Site: token, Url: address, Body: body, Charset: encoding,
	}
	if !item.FetchedAt.IsZero() {
		page.FetchedAt = timestamppb.New(item.FetchedAt)
	}
	return page, nil
}

// DeclaredURL gives the address that a saved page declares as its own: its
// canonical link or og:url, where that is absolute; else "".
func DeclaredURL(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body))
	og := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			return og
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			switch {
			case t.Data == "body":
				return og
			case t.Data == "link" && attr(t, "rel") == "canonical":
				if u, err := canon.URL(attr(t, "href")); err == nil {
					return u
				}
			case t.Data == "meta" && attr(t, "property") == "og:url":
				if u, err := canon.URL(attr(t, "content")); err == nil {
					og = u
				}
			}
		}
	}
}

func attr(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
