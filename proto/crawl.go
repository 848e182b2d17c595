package proto

// FrontierStats counts the tasks of a frontier, or of one site in it.
type FrontierStats struct {
	Waiting     int // in the queue
	Due         int // of these, due now
	Leased      int // being fetched
	Done        int // fetched, not to be visited again
	Quarantined int // can never work
}
