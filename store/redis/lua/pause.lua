-- KEYS: partition, paused, site   ARGV: token, "1" to pause and "0" to go on, ttl ms
local paused, site, token = KEYS[6], KEYS[7], ARGV[1]
if ARGV[2] == '1' then
  redis.call('SADD', paused, token) -- its hosts leave ready when Next looks at them
elseif redis.call('SREM', paused, token) == 1 then
  for _, host in ipairs(redis.call('HKEYS', site)) do
    if string.sub(host, 1, 1) ~= '#' then look(host, 0) end
  end
  keep(ARGV[3])
end
