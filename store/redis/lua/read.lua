-- Reads the kept entries behind a position, and the head, in one instant.
-- KEYS: entries, head   ARGV: after
-- Gives {head, position of the first entry, {entry...}}.
local head = string.match(redis.call('GET', KEYS[2]) or '0', '^%d+')
local count = redis.call('LLEN', KEYS[1])
local before = tonumber(head) - count -- the position that was trimmed last
local after = tonumber(ARGV[1])
if after < before or after > tonumber(head) then after = before end
local skip = after - before
if skip >= count then return {head, head, {}} end
return {head, string.format('%.0f', after + 1), redis.call('LRANGE', KEYS[1], skip, -1)}
