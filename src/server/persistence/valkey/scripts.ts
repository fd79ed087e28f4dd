import { GONE_MS, makeScript } from './script.ts'

/** Returns the version of a world and extends its time to live. Calls that need no extension read the version directly. */
export const TOUCH = makeScript(`
local world, code, ttl = KEYS[1], ARGV[1], tonumber(ARGV[2])
local now, damage = stand(world, code)
if not now then return damage or false end
if ttl > 0 then expire(code, world, ttl) end
return now.version
`)

/** Reads a world: its version, whether the answer is complete, records with their texts, and the names of removed records. */
export const READ = makeScript(`
local world, code, since, ttl = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3])
local now, damage = stand(world, code)
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

/** Number of recent versions a world remembers. A process that is further behind reads the whole world. */
const VERSIONS_MAX = 256
/**
 * Number of removed records that are remembered. Beyond it half of them are forgotten, and a process that is further behind reads
 * the whole world.
 */
const TAKEN_MAX = 10_000

/** Writes a change if the world is at the version it builds on. */
export const WRITE = makeScript(`
local world = KEYS[1]
local code, deadline, token, from, isWhole, due, ttl, channel, process = unpack(ARGV, 1, 9)
local puts, takes, adds, drops = tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12]), tonumber(ARGV[13])
if NOW >= tonumber(deadline) then return { 'late', text(NOW) } end
local firstPut = 14
local firstTake = firstPut + puts * 2
local firstAdd = firstTake + takes
local firstDrop = firstAdd + adds
local now, damage = stand(world, code)
if damage then return damage end
if (now and now.version or '') ~= from then
  if not now then return { 'other', '1' } end
  local tokens = redis.call('LRANGE', world .. ':versions', 0, -1)
  for i, each in ipairs(tokens) do
    if each == token then return { 'done', text(now.number - i + 1) .. '.' .. token } end
  end
  -- Whether the list reaches back far enough to rule the change out.
  local reaches = numberOf(world, now, from) or (from == '' and now.number <= #tokens)
  return { 'other', reaches and '1' or '0' }
end

local number = (now and now.number or 0) + 1
local version = text(number) .. '.' .. token
local birth = now and now.birth or token
local floor = now and now.floor or number
local records, changes, taken = world .. ':records', world .. ':changes', world .. ':taken'
-- The first write: a server whose memory is full rejects this one, but would not reject the later ones.
redis.call('HSET', world, 'version', version, 'birth', birth)
if not now then redis.call('DEL', world .. ':versions', world .. ':names') end
if not now or isWhole == '1' then
  floor = number
  redis.call('DEL', records, changes, taken)
end
inChunks(ARGV, firstPut, firstTake - 1, function(...)
  local given, scored, names = { ... }, {}, {}
  redis.call('HSET', records, ...)
  for i = 1, #given, 2 do
    scored[i], scored[i + 1], names[#names + 1] = text(number), given[i], given[i]
  end
  redis.call('ZADD', changes, unpack(scored))
  if floor < number then redis.call('ZREM', taken, unpack(names)) end
end)
if floor < number then
  inChunks(ARGV, firstTake, firstAdd - 1, function(...)
    local scored = {}
    for _, name in ipairs({ ... }) do
      scored[#scored + 1] = text(number)
      scored[#scored + 1] = name
    end
    redis.call('HDEL', records, ...)
    redis.call('ZREM', changes, ...)
    inChunks(scored, 1, #scored, function(...) redis.call('ZADD', taken, ...) end)
  end)
  if redis.call('ZCARD', taken) > ${TAKEN_MAX} then
    local last = redis.call('ZRANGE', taken, ${TAKEN_MAX / 2}, ${TAKEN_MAX / 2}, 'WITHSCORES')
    floor = tonumber(last[2])
    redis.call('ZREMRANGEBYSCORE', taken, '-inf', text(floor))
  end
end
redis.call('HSET', world, 'floor', text(floor), 'count', text(redis.call('HLEN', records)))
redis.call('LPUSH', world .. ':versions', token)
redis.call('LTRIM', world .. ':versions', 0, ${VERSIONS_MAX - 1})
for at = firstDrop, firstDrop + drops - 1 do
  if ownerOf(ARGV[at]) == code then
    redis.call('SET', P .. 'name:' .. ARGV[at], 'gone', 'PX', ${GONE_MS})
    redis.call('SREM', world .. ':names', ARGV[at])
  end
end
for at = firstAdd, firstDrop - 1 do
  if not ownerOf(ARGV[at]) then
    redis.call('SET', P .. 'name:' .. ARGV[at], birth .. ' ' .. code)
    redis.call('SADD', world .. ':names', ARGV[at])
  end
end
if due == '' then redis.call('ZREM', DUE, code) else redis.call('ZADD', DUE, due, code) end
if not now then redis.call('ZREMRANGEBYSCORE', WORLDS, '-inf', text(NOW)) end
if tonumber(ttl) > 0 then
  expire(code, world, tonumber(ttl))
elseif redis.call('ZSCORE', WORLDS, code) ~= 'inf' then
  for _, part in ipairs(PARTS) do redis.call('PERSIST', world .. part) end
  for _, name in ipairs(redis.call('SMEMBERS', world .. ':names')) do redis.call('PERSIST', P .. 'name:' .. name) end
  redis.call('ZADD', WORLDS, 'inf', code)
end
redis.pcall('PUBLISH', channel, process .. ' ' .. version .. ' ' .. code)
return { 'done', version }
`)

/** How long a deletion is remembered, so that a repeated call doesn't run twice. */
const DONE_MS = 60_000

/** Deletes a world. */
export const REMOVE = makeScript(`
local world = KEYS[1]
local code, deadline, token, channel, process = unpack(ARGV)
if NOW >= tonumber(deadline) then return { 'late', text(NOW) } end
if redis.call('EXISTS', P .. 'done:' .. token) == 1 then return { 'done' } end
local names = redis.call('SMEMBERS', world .. ':names')
local wasThere, own = redis.call('EXISTS', world) == 1, {}
for _, name in ipairs(names) do
  if ownerOf(name) == code then own[#own + 1] = name end
end
-- Delete first: a server whose memory is full rejects a first command that needs memory, but none after a write.
for _, part in ipairs(PARTS) do redis.call('DEL', world .. part) end
for _, name in ipairs(own) do redis.call('SET', P .. 'name:' .. name, 'gone', 'PX', ${GONE_MS}) end
redis.call('SET', P .. 'done:' .. token, code, 'PX', ${DONE_MS})
if wasThere then farewell(code, process, channel) end
return { 'done' }
`)

/** Renames the keys of a world, whatever they hold. */
export const QUARANTINE = makeScript(`
local world = KEYS[1]
local code, deadline, token, channel, process, aside = unpack(ARGV)
if NOW >= tonumber(deadline) then return { 'late', text(NOW) } end
if redis.call('EXISTS', P .. 'done:' .. token) == 1 then return { 'done' } end
redis.call('SET', P .. 'done:' .. token, code, 'PX', ${DONE_MS})
for _, name in ipairs(redis.pcall('SMEMBERS', world .. ':names')) do
  redis.call('PEXPIRE', P .. 'name:' .. name, ${GONE_MS})
end
for _, part in ipairs(PARTS) do
  if redis.call('EXISTS', world .. part) == 1 then
    redis.call('RENAME', world .. part, aside .. part)
    redis.call('PERSIST', aside .. part)
  end
end
farewell(code, process, channel)
return { 'done' }
`)

/** The ids of all worlds, each followed by its version. */
export const WORLDS = makeScript(`
local found = { 'worlds' }
for _, code in ipairs(redis.call('ZRANGEBYSCORE', WORLDS, '(' .. text(NOW), '+inf')) do
  local world = P .. 'world:' .. code
  local version = redis.call('TYPE', world)['ok'] == 'hash' and redis.call('HGET', world, 'version')
  found[#found + 1] = code
  found[#found + 1] = version or ''
end
return found
`)

/** The owner of a name. */
export const OWNER = makeScript(`
local code, gone = ownerOf(ARGV[1])
return code and { 'owner', code } or gone or false
`)

/** Worlds with due work, without expired worlds. */
export const DUE = makeScript(`
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

/** Acquires or extends a claim. */
export const CLAIM = makeScript(`
local by = redis.call('GET', KEYS[1])
if by and by ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`)

/** Releases a claim of this process. */
export const RELEASE = makeScript(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
`)
