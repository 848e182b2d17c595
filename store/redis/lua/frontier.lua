-- What the frontier's scripts share; it stands in front of each. One partition
-- of hosts is:
--   queue   sorted set, all scores 0: host \0 site \0 rank due id
--   ready   sorted set: host, scored by when Next is to look at it again
--   lease   hash: host -> the queue member that is being fetched
--   turn    hash: host -> the time before which it has no turn
--   totals  hash: tasks of all sites that are done (D), quarantined (Q)
-- Invariants:
--   1. A leased host's score in ready is the end of its lease.
--   2. A host in turn that is not leased has that time as its score.
--   3. Any other host with tasks that are not paused has a score not above the
--      due of the earliest of them.
--   4. A waiting task stands either in queue or in lease, unless it was put while
--      its site was being removed; the next Put of it puts it into queue.
-- Times are milliseconds of Unix time. In ARGV they may also begin with a sign:
-- then they count from now, by the clock of this server.
local queue, ready, lease, turn, totals = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]

local function when(text)
  if not string.find(text, '^[+-]') then return tonumber(text) end
  local now = redis.call('TIME')
  return now[1] * 1000 + math.floor(now[2] / 1000) + tonumber(text)
end

-- header reads the front of a stored task; see package record.
local function header(value)
  local cut = string.find(value, '\0', 24, true)
  return {state = string.sub(value, 1, 1), rank = string.sub(value, 2, 9),
          due = string.sub(value, 10, 23), site = string.sub(value, 24, cut - 1)}
end

local function member(host, id, h)
  return host .. '\0' .. h.site .. '\0' .. h.rank .. h.due .. id
end

-- look makes Next look at host no later than at. A host that is leased or
-- waits for its turn is looked at when that ends.
local function look(host, at)
  if redis.call('HEXISTS', lease, host) == 0 and redis.call('HEXISTS', turn, host) == 0 then
    redis.call('ZADD', ready, 'LT', at, host)
  end
end

-- count moves a task from one state to another in its site's numbers.
local function count(site, from, to)
  if from == to then return end
  for _, key in ipairs({site, totals}) do
    if from == 'D' or from == 'Q' then redis.call('HINCRBY', key, '#' .. from, -1) end
    if to == 'D' or to == 'Q' then redis.call('HINCRBY', key, '#' .. to, 1) end
  end
end

local function keep(ttl)
  for _, key in ipairs({queue, ready, lease, turn, totals}) do redis.call('PEXPIRE', key, ttl) end
end

