-- KEYS: partition   ARGV: ttl ms, host, until
local ttl, host, at = ARGV[1], ARGV[2], when(ARGV[3])
at = math.max(tonumber(redis.call('HGET', turn, host) or '0'), at)
redis.call('HSET', turn, host, string.format('%.0f', at))
if redis.call('HEXISTS', lease, host) == 0 then redis.call('ZADD', ready, at, host) end
keep(ttl)
