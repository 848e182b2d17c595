-- KEYS: partition, paused, site   ARGV: token
-- Takes a site out of a partition; its tasks themselves are deleted by the caller.
local paused, site, token = KEYS[6], KEYS[7], ARGV[1]
for _, field in ipairs({'#D', '#Q'}) do
  local n = redis.call('HGET', site, field)
  if n then redis.call('HINCRBY', totals, field, -tonumber(n)) end
end
for _, host in ipairs(redis.call('HKEYS', site)) do
  local lane = host .. '\0' .. token .. '\0'
  redis.call('ZREMRANGEBYLEX', queue, '[' .. lane, '(' .. host .. '\0' .. token .. '\1')
  local leased = redis.call('HGET', lease, host)
  if leased and string.sub(leased, 1, #lane) == lane then
    redis.call('HDEL', lease, host)
  end
end
redis.call('DEL', site)
redis.call('SREM', paused, token)
