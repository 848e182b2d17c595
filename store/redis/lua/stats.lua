-- KEYS: partition, site   ARGV: token ("" for all), now
-- Gives {waiting, due, leased, done, quarantined}.
local site, token, now = KEYS[6], ARGV[1], when(ARGV[2])
local waiting, due, leased = 0, 0, 0

-- countDue counts lane by lane and rank by rank; it never walks over tasks.
local function countDue(from, stop)
  while true do
    local m = redis.call('ZRANGEBYLEX', queue, from, stop, 'LIMIT', 0, 1)[1]
    if not m then return end
    local _, cut = string.find(m, '^[^%z]*%z[^%z]*%z')
    local lane = string.sub(m, 1, cut + 8)
    due = due + redis.call('ZLEXCOUNT', queue, '[' .. lane, '(' .. lane .. string.format('%014.0f', now + 1))
    from = '(' .. lane .. ':'
  end
end

if token == '' then
  waiting, leased = redis.call('ZCARD', queue), redis.call('HLEN', lease)
  countDue('-', '+')
else
  for _, host in ipairs(redis.call('HKEYS', site)) do
    local lane = host .. '\0' .. token .. '\0'
    local stop = '(' .. host .. '\0' .. token .. '\1'
    waiting = waiting + redis.call('ZLEXCOUNT', queue, '[' .. lane, stop)
    countDue('[' .. lane, stop)
    local l = redis.call('HGET', lease, host)
    if l and string.sub(l, 1, #lane) == lane then leased = leased + 1 end
  end
  totals = site
end
local done = redis.call('HMGET', totals, '#D', '#Q')
return {waiting, due, leased, tonumber(done[1] or '0'), tonumber(done[2] or '0')}
