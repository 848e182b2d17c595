package redis

import (
	_ "embed"

	goredis "github.com/redis/go-redis/v9"
)

var (
	//go:embed lua/append.lua
	appendLua string
	//go:embed lua/publish.lua
	publishLua string
	//go:embed lua/count.lua
	countLua string
	//go:embed lua/frontier.lua
	frontierLua string
	//go:embed lua/put.lua
	putLua string
	//go:embed lua/renew.lua
	renewLua string
	//go:embed lua/next.lua
	nextLua string
	//go:embed lua/finish.lua
	finishLua string
	//go:embed lua/block.lua
	blockLua string
	//go:embed lua/pause.lua
	pauseLua string
	//go:embed lua/remove.lua
	removeLua string
	//go:embed lua/stats.lua
	statsLua string
)

// scripts are all changes that the Store makes. They are run by their hash and
// loaded when Redis does not know them (after a restart, on a new node).
type scripts struct {
	append, publish, count                                *goredis.Script
	put, renew, next, finish, block, pause, remove, stats *goredis.Script
}

func newScripts() scripts {
	return scripts{
		append:  goredis.NewScript(appendLua),
		publish: goredis.NewScript(publishLua),
		count:   goredis.NewScript(countLua),
		put:     goredis.NewScript(frontierLua + putLua),
		renew:   goredis.NewScript(frontierLua + renewLua),
		next:    goredis.NewScript(frontierLua + nextLua),
		finish:  goredis.NewScript(frontierLua + finishLua),
		block:   goredis.NewScript(frontierLua + blockLua),
		pause:   goredis.NewScript(frontierLua + pauseLua),
		remove:  goredis.NewScript(frontierLua + removeLua),
		stats:   goredis.NewScript(frontierLua + statsLua),
	}
}
