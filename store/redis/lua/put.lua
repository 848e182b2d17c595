-- KEYS: partition, then task and site of each task
-- ARGV: ttl ms, then host, id, feed entry, value of each task; a feed entry is a
-- message of a task that has nothing else, so that appending it to a value adds
-- it to the task
-- Gives how many were new.
local ttl, added = ARGV[1], 0
for i = 0, (#KEYS - 5) / 2 - 1 do
  local task, site = KEYS[6 + 2 * i], KEYS[7 + 2 * i]
  local host, id, feed, value = ARGV[2 + 4 * i], ARGV[3 + 4 * i], ARGV[4 + 4 * i], ARGV[5 + 4 * i]
  local new = header(value)
  local stored = redis.call('GETRANGE', task, 0, 300)
  if stored == '' then
    redis.call('SET', task, value, 'PX', ttl)
    redis.call('HSET', site, host, 1)
    redis.call('PEXPIRE', site, ttl)
    count(site, '', new.state)
    if new.state == 'W' then
      redis.call('ZADD', queue, 0, member(host, id, new))
      look(host, tonumber(new.due))
    end
    added = added + 1
  else
    local old = header(stored)
    if old.state == 'W' and not redis.call('ZSCORE', queue, member(host, id, old)) then
      local leased = redis.call('HGET', lease, host)
      if not leased or string.sub(leased, -#id) ~= id then -- put while its site was being removed
        redis.call('ZADD', queue, 0, member(host, id, old))
        redis.call('HSET', site, host, 1)
        redis.call('PEXPIRE', site, ttl)
        look(host, tonumber(old.due))
      end
    end
    local rank, due = old.rank, old.due
    if tonumber(new.rank, 16) < tonumber(rank, 16) then rank = new.rank end
    if feed ~= '' and tonumber(new.due) < tonumber(due) then due = new.due end
    -- A task that is being fetched is not in the queue and stays as it is: its
    -- Finish says when it is due.
    if old.state == 'W' and (rank ~= old.rank or due ~= old.due)
        and redis.call('ZREM', queue, member(host, id, old)) == 1 then
      redis.call('SETRANGE', task, 1, rank .. due)
      if rank ~= old.rank then redis.call('APPEND', task, feed) end
      old.rank, old.due = rank, due
      redis.call('PEXPIRE', task, ttl)
      redis.call('ZADD', queue, 0, member(host, id, old))
      look(host, tonumber(due))
    end
  end
end
keep(ttl)
return added
