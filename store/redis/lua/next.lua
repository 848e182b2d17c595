-- KEYS: partition, paused (set of sites)   ARGV: now, end of the lease, ttl ms
-- Gives {queue member}, or {'', when to look again}, or {} when there is nothing.
local paused = KEYS[6]
local now = when(ARGV[1])

-- best skips from lane to lane of host: a few steps, however long the queue.
local function best(host)
  local found, foundRank, foundDue, earliest
  local from, stop = '[' .. host .. '\0', '(' .. host .. '\1'
  while true do
    local m = redis.call('ZRANGEBYLEX', queue, from, stop, 'LIMIT', 0, 1)[1]
    if not m then return found, earliest end
    local cut = string.find(m, '\0', #host + 2, true)
    local site = string.sub(m, #host + 2, cut - 1)
    local rank, due = string.sub(m, cut + 1, cut + 8), tonumber(string.sub(m, cut + 9, cut + 22))
    local nextSite = '(' .. host .. '\0' .. site .. '\1'
    if redis.call('SISMEMBER', paused, site) == 1 then
      from = nextSite
    elseif due <= now then
      local r = tonumber(rank, 16)
      if not found or r < foundRank or (r == foundRank and due < foundDue) then
        found, foundRank, foundDue = m, r, due
      end
      from = nextSite
    else
      if not earliest or due < earliest then earliest = due end
      from = '(' .. string.sub(m, 1, cut) .. rank .. ':' -- ':' sorts behind the digits
    end
  end
end

-- step looks at hosts whose time has come; each round hands out a task or moves
-- a host into the future.
local function step()
  for round = 1, 1000 do
    local first = redis.call('ZRANGE', ready, 0, 0, 'WITHSCORES')
    if #first == 0 then return {}, round > 1 end
    local host = first[1]
    if tonumber(first[2]) > now then return {'', first[2]}, round > 1 end
    local lost = redis.call('HGET', lease, host)
    if lost then
      redis.call('HDEL', lease, host)
      redis.call('ZADD', queue, 0, lost)
    end
    local at = redis.call('HGET', turn, host)
    if at and tonumber(at) > now then
      redis.call('ZADD', ready, at, host)
    else
      redis.call('HDEL', turn, host)
      local found, earliest = best(host)
      if found then
        redis.call('ZREM', queue, found)
        redis.call('HSET', lease, host, found)
        redis.call('ZADD', ready, when(ARGV[2]), host)
        return {found}, true
      elseif earliest then
        redis.call('ZADD', ready, earliest, host)
      else
        redis.call('ZREM', ready, host)
      end
    end
  end
  return {'', string.format('%.0f', now)}, true
end

local reply, changed = step()
if changed then keep(ARGV[3]) end
return reply
