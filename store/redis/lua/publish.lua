-- Compare-and-set of a publication.
-- KEYS: publication   ARGV: expected revision, ttl ms, value ("revision:message")
-- The same value again is taken, so that a repeated call succeeds.
local stored = redis.call('GET', KEYS[1])
local revision = stored and string.match(stored, '^%d+') or '0'
if revision ~= ARGV[1] and stored ~= ARGV[3] then return 0 end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2])
return 1
