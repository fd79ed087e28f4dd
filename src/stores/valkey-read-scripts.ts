import { script } from './valkey-script.ts'

/** Whether the version is still the same is all that most calls ask; those that keep a world alive ask by this. */
export const TOUCH = script(`
local world, code, ttl = KEYS[1], ARGV[1], tonumber(ARGV[2])
local bad = strangeShared() or strangeWorld(world)
if bad then return bad end
local now, damage = stand(world)
if not now then return damage or false end
expire(code, world, ttl)
return now.version
`)

/** Reads a world: its version, whether all of it is there, records and their texts, and the names of those that were taken out. */
export const READ = script(`
local world, code, since, ttl = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local bad = strangeShared() or strangeWorld(world)
if bad then return bad end
local now, damage = stand(world)
if not now then return damage or false end
if ttl > 0 then expire(code, world, ttl) end
local number = numberOf(world, now, since)
if not number or number < now.floor then
  return { 'read', now.version, 'whole', redis.call('HGETALL', world .. ':records'), {} }
end
local after = '(' .. text(number)
local names, records = redis.call('ZRANGEBYSCORE', world .. ':changes', after, '+inf'), {}
inChunks(names, 1, #names, function(...)
  local asked, texts = { ... }, redis.call('HMGET', world .. ':records', ...)
  for i, name in ipairs(asked) do
    records[#records + 1] = name
    records[#records + 1] = texts[i]
  end
end)
return { 'read', now.version, 'part', records, redis.call('ZRANGEBYSCORE', world .. ':taken', after, '+inf') }
`)
