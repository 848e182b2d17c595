-- KEYS: partition, task, site   ARGV: ttl ms, host, id, value, host's next turn
local task, site = KEYS[6], KEYS[7]
local ttl, host, id, value = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

-- A task that is not stored belongs to a site that was removed in the meantime,
-- or has expired: it only gives its host back. So does an empty value.
local stored = redis.call('GETRANGE', task, 0, 300)
if stored ~= '' and value ~= '' then
  local old, new = header(stored), header(value)
  redis.call('ZREM', queue, member(host, id, old))
  redis.call('SET', task, value, 'PX', ttl)
  count(site, old.state, new.state)
  if new.state == 'W' then redis.call('ZADD', queue, 0, member(host, id, new)) end
  redis.call('HSET', site, host, 1)
  redis.call('PEXPIRE', site, ttl)
end

local leased = redis.call('HGET', lease, host)
if leased and string.sub(leased, -#id) ~= id then
  keep(ttl)
  return -- the lease was lost and the host has given its turn to another task
end
redis.call('HDEL', lease, host)
local at = math.max(tonumber(redis.call('HGET', turn, host) or '0'), when(ARGV[5]))
redis.call('HSET', turn, host, string.format('%.0f', at))
redis.call('ZADD', ready, at, host)
keep(ttl)
