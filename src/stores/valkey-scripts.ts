import { GONE_MS, script } from './valkey-script.ts'

/** How long it is known that something was taken out, so that nobody does it twice. */
const DONE_MS = 60_000

/** Takes a world out. */
export const REMOVE = script(`
local world = KEYS[1]
local code, notAfter, token, channel, process = unpack(ARGV)
if NOW > tonumber(notAfter) then return { 'late', text(NOW) } end
if redis.call('EXISTS', P .. 'done:' .. token) == 1 then return { 'done' } end
local bad = strangeShared() or strangeWorld(world)
if bad then return bad end
local names = redis.call('SMEMBERS', world .. ':names')
for _, name in ipairs(names) do
  bad = strange(P .. 'name:' .. name, 'string')
  if bad then return bad end
end
local wasThere, own = redis.call('EXISTS', world) == 1, {}
for _, name in ipairs(names) do
  if ownerOf(name) == code then own[#own + 1] = name end
end
-- The first to write, since a server without room refuses what takes some, and would not refuse what comes after this.
for _, each in ipairs(KINDS) do redis.call('DEL', world .. each[1]) end
for _, name in ipairs(own) do redis.call('SET', P .. 'name:' .. name, 'gone', 'PX', ${GONE_MS}) end
redis.call('SET', P .. 'done:' .. token, code, 'PX', ${DONE_MS})
if wasThere then farewell(code, process, channel) end
return { 'done' }
`)

/** Gives the keys of a world other names, whatever is in them. */
export const SET_ASIDE = script(`
local world = KEYS[1]
local code, notAfter, token, channel, process, aside = unpack(ARGV)
if NOW > tonumber(notAfter) then return { 'late', text(NOW) } end
if redis.call('EXISTS', P .. 'done:' .. token) == 1 then return { 'done' } end
local bad = strangeShared()
if bad then return bad end
redis.call('SET', P .. 'done:' .. token, code, 'PX', ${DONE_MS})
if not strange(world .. ':names', 'set') then
  for _, name in ipairs(redis.call('SMEMBERS', world .. ':names')) do
    redis.call('PEXPIRE', P .. 'name:' .. name, ${GONE_MS})
  end
end
for _, each in ipairs(KINDS) do
  if redis.call('EXISTS', world .. each[1]) == 1 then
    redis.call('RENAME', world .. each[1], aside .. each[1])
    redis.call('PERSIST', aside .. each[1])
  end
end
farewell(code, process, channel)
return { 'done' }
`)

/** The ids of all worlds, each followed by its version. */
export const WORLDS = script(`
local bad = strangeShared()
if bad then return bad end
local found = { 'worlds' }
for _, code in ipairs(redis.call('ZRANGEBYSCORE', WORLDS, '(' .. text(NOW), '+inf')) do
  local world = P .. 'world:' .. code
  local version = redis.call('TYPE', world)['ok'] == 'hash' and redis.call('HGET', world, 'version')
  found[#found + 1] = code
  found[#found + 1] = version or ''
end
return found
`)

/** Whom a name leads to. */
export const OWNER = script(`
local bad = strange(P .. 'name:' .. ARGV[1], 'string')
if bad then return bad end
local code, gone = ownerOf(ARGV[1])
return code and { 'owner', code } or gone or false
`)

/** Worlds in which something is due, without those whose time to live is over. */
export const DUE = script(`
local bad = strangeShared()
if bad then return bad end
local limit, found = tonumber(ARGV[2]), { 'due' }
while #found <= limit do
  local codes = redis.call('ZRANGEBYSCORE', DUE, '-inf', ARGV[1], 'LIMIT', #found - 1, limit)
  if #codes == 0 then break end
  for _, code in ipairs(codes) do
    if #found > limit then break end
    if redis.call('EXISTS', P .. 'world:' .. code) == 1 then found[#found + 1] = code else redis.call('ZREM', DUE, code) end
  end
end
return found
`)

/** Takes something on, or goes on with it. */
export const CLAIM = script(`
local bad = strange(KEYS[1], 'string')
if bad then return bad end
local by = redis.call('GET', KEYS[1])
if by and by ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`)

/** Gives back what one has taken on oneself. */
export const RELEASE = script(`
local bad = strange(KEYS[1], 'string')
if bad then return bad end
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`)
