-- Appends pages to a site's journal, all or none.
-- KEYS: entries (list), pages (set of page ids), head (position:sum)
-- ARGV: expected position and sum, keep, ttl ms, the new sum, then page id and entry of each page
-- Gives {'ok', head}, {'conflict', head} or {'duplicate', page id...}.
local entries, pages, head = KEYS[1], KEYS[2], KEYS[3]
local keep, ttl = tonumber(ARGV[3]), ARGV[4]

local known = {'duplicate'}
for i = 6, #ARGV, 2 do
  if redis.call('SISMEMBER', pages, ARGV[i]) == 1 then known[#known + 1] = ARGV[i] end
end
if #known > 1 then return known end

local at, sum = string.match(redis.call('GET', head) or '0:0', '^(%d+):(%d+)$')
if at ~= ARGV[1] or sum ~= ARGV[2] then return {'conflict', at} end
if #ARGV < 6 then return {'ok', at} end

for i = 6, #ARGV, 2 do
  redis.call('SADD', pages, ARGV[i])
  redis.call('RPUSH', entries, ARGV[i + 1])
end
at = string.format('%.0f', tonumber(at) + (#ARGV - 5) / 2)
redis.call('SET', head, at .. ':' .. ARGV[5])

-- An entry begins with the length of its page id and the page id.
local over = redis.call('LLEN', entries) - keep
while over > 0 do
  local old = redis.call('LPOP', entries, math.min(over, 100))
  for _, entry in ipairs(old) do
    redis.call('SREM', pages, string.sub(entry, 2, 1 + string.byte(entry, 1)))
  end
  over = over - #old
end

for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ttl) end
return {'ok', at}
