package conformance

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/winnow-news/winnow/proto/journal"
	pb "github.com/winnow-news/winnow/proto/winnowv1"
	goproto "google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// window is the number of pages that a journal keeps.
const window = 200

// Benchmark is one measurement that every engine takes.
type Benchmark struct {
	Name string
	Run  func(b *testing.B, s Store)
}

// Benchmarks lists the measurements. Each wants a new Store.
func Benchmarks() []Benchmark {
	return []Benchmark{
		{"Append1", func(b *testing.B, s Store) { benchAppend(b, s, 1) }},
		{"Append16", func(b *testing.B, s Store) { benchAppend(b, s, 16) }},
		{"AppendParallel", benchAppendParallel},
		{"Read200", benchRead},
		{"NextFinish/100kURLs1kHosts", benchNextFinish},
		{"NextIdle/100kURLs1kHosts", benchNextIdle},
		{"PutKnown100", benchPutKnown},
	}
}

// record makes a journal record as a news page gives it: 141 blocks, of which
// all but new are known to the site, and the signatures of the new ones.
func record(rnd *rand.Rand, page string, known []uint64, fresh int) []byte {
	r := &pb.JournalRecord{PageId: page, ArticleId: page, ContentKey: rnd.Uint64()}
	for range fresh {
		sig := &pb.Signature{Group: rnd.Uint64(), Tags: []uint32{uint32(rnd.IntN(40)), uint32(rnd.IntN(40))}}
		word := uint32(0)
		for range 5 + rnd.IntN(40) {
			word += uint32(rnd.IntN(1 << 27))
			sig.Words = append(sig.Words, word)
		}
		for range rnd.IntN(3) {
			sig.Classes = append(sig.Classes, rnd.Uint32())
		}
		r.Signatures = append(r.Signatures, sig)
		r.Groups = append(r.Groups, sig.Group)
	}
	for len(r.Groups) < 141 {
		r.Groups = append(r.Groups, known[len(r.Groups)])
	}
	for i := range r.Groups {
		r.Places = append(r.Places, known[i]^0x5555)
		r.Cold = append(r.Cold, byte(rnd.IntN(256)))
	}
	b, err := goproto.Marshal(r)
	if err != nil {
		panic(err) // the message is made here
	}
	return b
}

// benchEntries makes n pages of one site, always the same ones.
func benchEntries(n int) []journal.Entry {
	rnd := rand.New(rand.NewPCG(1, 2))
	known := make([]uint64, 141)
	for i := range known {
		known[i] = rnd.Uint64()
	}
	entries := make([]journal.Entry, n)
	for i := range entries {
		entries[i].PageID = fmt.Sprintf("%032x", i)
		entries[i].Data = record(rnd, entries[i].PageID, known, 20)
	}
	return entries
}

func benchAppend(b *testing.B, s Store, batch int) {
	entries := benchEntries(2 * window)
	ids, head := 0, journal.Head{}
	b.SetBytes(int64(batch * len(entries[0].Data)))
	b.ReportAllocs()
	for b.Loop() {
		chunk := make([]journal.Entry, batch)
		for i := range chunk {
			chunk[i] = entries[ids%len(entries)]
			chunk[i].PageID = fmt.Sprintf("%032x", ids)
			ids++
		}
		h, err := s.Append(b.Context(), token, head, window, chunk)
		if err != nil || h.Seq != head.Seq+uint64(batch) {
			b.Fatalf("head %v after %v, %v", h, head, err)
		}
		head = h
	}
	b.ReportMetric(float64(ids)/b.Elapsed().Seconds(), "pages/s")
}

// benchAppendParallel appends to many sites at once.
func benchAppendParallel(b *testing.B, s Store) {
	entries := benchEntries(window)
	var sites atomic.Int32
	b.SetParallelism(8)
	b.ReportAllocs()
	b.RunParallel(func(loop *testing.PB) {
		site := fmt.Sprintf("site%d", sites.Add(1))
		var head journal.Head
		for loop.Next() {
			e := entries[head.Seq%window]
			e.PageID = fmt.Sprint(head.Seq)
			h, err := s.Append(b.Context(), site, head, window, []journal.Entry{e})
			if err != nil || h.Seq != head.Seq+1 {
				b.Errorf("head %v after %v, %v", h, head, err)
				return
			}
			head = h
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}

func benchRead(b *testing.B, s Store) {
	FillJournal(b, s, token, window)
	b.ReportAllocs()
	for b.Loop() {
		entries, err := s.Read(b.Context(), token, 0)
		if err != nil || len(entries) != window {
			b.Fatalf("%d entries, %v", len(entries), err)
		}
	}
}

// FillJournal appends n pages as a news site gives them and returns n.
func FillJournal(b *testing.B, s Store, site string, n int) int {
	b.Helper()
	if _, err := s.Append(b.Context(), site, journal.Head{}, n, benchEntries(n)); err != nil {
		b.Fatal(err)
	}
	return n
}

// FillFrontier puts each tasks on each of hosts, all due, and returns how many.
func FillFrontier(b *testing.B, s Store, name string, hosts, each int) int {
	b.Helper()
	for h := range hosts {
		if n, err := s.Put(b.Context(), benchTasks(name, h, each)...); err != nil || n != each {
			b.Fatalf("put: %d, %v", n, err)
		}
	}
	return hosts * each
}

func benchTasks(name string, h, n int) []*pb.CrawlTask {
	tasks := make([]*pb.CrawlTask, n)
	for i := range tasks {
		path := fmt.Sprintf("news/2026/03/01/%s-%d-%s.html", name, i, "a-headline-of-usual-length")
		tasks[i] = task(fmt.Sprintf("www.host%d.example", h), path, inSite(fmt.Sprintf("host%d_example", h)),
			priority(int32(i%3)), due(-time.Duration(i)*time.Second))
	}
	return tasks
}

func benchNextFinish(b *testing.B, s Store) {
	FillFrontier(b, s, "x", 1000, 100)
	now := epoch
	b.ReportAllocs()
	for b.Loop() {
		got, _, err := s.Next(b.Context(), now, lease)
		if err != nil || got == nil {
			b.Fatalf("next: %v, %v", got, err)
		}
		now = now.Add(10 * time.Millisecond)
		got.Due = timestamppb.New(now.Add(time.Hour))
		if err := s.Finish(b.Context(), got, now.Add(time.Second)); err != nil {
			b.Fatal(err)
		}
	}
}

func benchNextIdle(b *testing.B, s Store) {
	FillFrontier(b, s, "x", 1000, 100)
	b.ReportAllocs()
	for b.Loop() {
		got, _, err := s.Next(b.Context(), epoch.Add(-24*time.Hour), lease)
		if err != nil || got != nil {
			b.Fatalf("next: %v, %v", got, err)
		}
	}
}

func benchPutKnown(b *testing.B, s Store) {
	tasks := benchTasks("x", 0, 100)
	if _, err := s.Put(b.Context(), tasks...); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if n, err := s.Put(b.Context(), tasks...); err != nil || n != 0 {
			b.Fatalf("put: %d, %v", n, err)
		}
	}
}
