-- Appends entries to a site's journal, all or none.
-- KEYS: journal (stream; ids are heads: position-sum)
-- ARGV: expected head, keep, ttl ms, then head and entry of each
-- Gives 1, or 0 when the journal has another head.
local journal = KEYS[1]
local last = redis.call('XREVRANGE', journal, '+', '-', 'COUNT', 1)[1]
if (last and last[1] or '0-0') ~= ARGV[1] then return 0 end
for i = 4, #ARGV, 2 do redis.call('XADD', journal, ARGV[i], 'entry', ARGV[i + 1]) end
redis.call('XTRIM', journal, 'MAXLEN', ARGV[2])
redis.call('PEXPIRE', journal, ARGV[3])
return 1
