-- Appends entries to a site's journal, all or none.
-- KEYS: journal (stream; an item is what was appended together, its id the head
-- behind it: position-sum)
-- ARGV: expected head, ttl ms, then, if there is anything to append, the new head,
-- the first position to keep, the entries
-- Gives 1, or 0 when the journal has another head.
local journal, ttl = KEYS[1], tonumber(ARGV[2])
local last = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if (last and last[1] or '0-0') ~= ARGV[1] then return 0 end
if not ARGV[3] then return 1 end
-- Nearly always one command: several stand in Redis' log as a transaction, and when
-- one was torn by a crash, what is left of it comes back to life at the next start
-- but one, before what was appended since (Redis 7.0).
redis.call('XADD', journal, 'MINID', '=', ARGV[4], ARGV[3], 'entries', ARGV[5])
if redis.call('PTTL', journal) < 0.99 * ttl then redis.call('PEXPIRE', journal, ttl) end
return 1
