-- Reads the kept entries behind a position, and the head, in one instant.
-- KEYS: entries, head   ARGV: after
-- Gives {head, its sum, position of the first entry, {entry...}}.
local head, sum = string.match(redis.call('GET', KEYS[2]) or '0:0', '^(%d+):?(%d*)')
local count = redis.call('LLEN', KEYS[1])
local before = tonumber(head) - count -- the position that was trimmed last
local after = tonumber(ARGV[1])
if after < before or after > tonumber(head) then after = before end
local skip = after - before
if skip >= count then return {head, sum, head, {}} end
return {head, sum, string.format('%.0f', after + 1), redis.call('LRANGE', KEYS[1], skip, -1)}
