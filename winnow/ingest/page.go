package ingest

import (
	"github.com/winnow-news/winnow/crawler/charset"
	"github.com/winnow-news/winnow/crawler/fetch"
	"github.com/winnow-news/winnow/proto/canon"
	"github.com/winnow-news/winnow/proto/site"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// Page makes the page that the crawler would have made of an item, had it
// fetched it from address by the given product token. The body is transcoded to
// UTF-8.
func Page(namer *site.Namer, product, address string, item Item) (*pb.Page, error) {
	canonical, err := canon.URL(address)
	if err != nil {
		return nil, err
	}
	token, err := namer.Of(canonical)
	if err != nil {
		return nil, err
	}
	body, encoding, err := charset.Decode(item.Body, item.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	page := &pb.Page{
		PageId: canon.PageID(canonical, body), Site: token, Url: address, Body: body, Charset: encoding,
	}
	fetch.Describe(page, item.Header, product)
	if !item.FetchedAt.IsZero() {
		page.FetchedAt = timestamppb.New(item.FetchedAt)
	}
	return page, nil
}
