-- KEYS: partition, then task and site of each task
-- ARGV: ttl ms, then host, id, modified ms (14 digits) of each task
-- Gives how many were done before they were modified, and wait now.
local ttl, renewed = ARGV[1], 0
for i = 0, (#KEYS - 5) / 2 - 1 do
  local task, site = KEYS[6 + 2 * i], KEYS[7 + 2 * i]
  local host, id, modified = ARGV[2 + 3 * i], ARGV[3 + 3 * i], ARGV[4 + 3 * i]
  local stored = redis.call('GETRANGE', task, 0, 300)
  local old = stored ~= '' and header(stored)
  if old and old.state == 'D' and tonumber(old.due) < tonumber(modified) then
    old.state, old.due = 'W', modified
    redis.call('SETRANGE', task, 0, 'W' .. old.rank .. modified)
    redis.call('PEXPIRE', task, ttl)
    count(site, 'D', 'W')
    redis.call('ZADD', queue, 0, member(host, id, old))
    look(host, tonumber(modified))
    renewed = renewed + 1
  end
end
keep(ttl)
return renewed
