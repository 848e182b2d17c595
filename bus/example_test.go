package bus_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/winnow-news/winnow/bus"
	"github.com/winnow-news/winnow/bus/embedded"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
)

// Articles are published by language and site; who subscribes to a part of the
// subjects gets that part, from the beginning or from now on.
func ExampleBus_Subscribe() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "winnow-example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	server, err := embedded.Start(embedded.DefaultConfig(dir))
	if err != nil {
		log.Fatal(err)
	}
	defer server.Shutdown(ctx)

	cfg := bus.DefaultConfig()
	cfg.URL = server.URL()
	b, err := bus.Connect(ctx, cfg)
	if err != nil {
		log.Fatal(err)
	}
	defer b.Close()
	if err := b.Apply(ctx); err != nil { // streams and consumers
		log.Fatal(err)
	}
	for _, a := range []*pb.Article{
		{Id: "1", Revision: 1, Site: "news_example", Language: "en", Title: "Ferry back in service"},
		{Id: "2", Revision: 1, Site: "tidning_example", Language: "sv", Title: "Färjan går igen"},
		{Id: "2", Revision: 2, Site: "tidning_example", Language: "sv", Title: "Färjan går igen på måndag"},
	} {
		if err := b.PublishArticle(ctx, a); err != nil {
			log.Fatal(err)
		}
	}

	swedish := bus.SubscribeOptions{Subject: "winnow.v1.article.sv.>", All: true}
	err = b.Subscribe(ctx, swedish, func(a *pb.Article, m bus.ArticleMeta) error {
		fmt.Printf("%s, article %s, revision %d: %s\n", m.Subject, a.GetId(), a.GetRevision(), a.GetTitle())
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// winnow.v1.article.sv.tidning_example, article 2, revision 1: Färjan går igen
	// winnow.v1.article.sv.tidning_example, article 2, revision 2: Färjan går igen på måndag
}
