-- Adds to a site's counts.
-- KEYS: stats   ARGV: ttl ms, then field, "+" or ">", number: add, or keep the greater
for i = 2, #ARGV, 3 do
  local field, how, n = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if how == '+' then
    redis.call('HINCRBY', KEYS[1], field, n)
  elseif tonumber(redis.call('HGET', KEYS[1], field) or '0') < tonumber(n) then
    redis.call('HSET', KEYS[1], field, n)
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
