import { GONE_MS, script } from './valkey-script.ts'

/** Of how many changes a world knows the tokens: who is farther behind reads all of it. */
const VERSIONS_MAX = 256
/** How many records that were taken out are known as such: half of them are forgotten then, and who is farther behind reads all. */
const TAKEN_MAX = 10_000

/** Writes a change, if the world stands at the version that it follows. */
export const WRITE = script(`
local world = KEYS[1]
local code, notAfter, token, from, isWhole, due, ttl, channel, process = unpack(ARGV, 1, 9)
local puts, takes, adds, drops = tonumber(ARGV[10]), tonumber(ARGV[11]), tonumber(ARGV[12]), tonumber(ARGV[13])
if NOW > tonumber(notAfter) then return { 'late', text(NOW) } end
local firstTake = 14 + puts * 2
local firstAdd = firstTake + takes
local firstDrop = firstAdd + adds
local bad = strangeShared() or strangeWorld(world)
if bad then return bad end
for at = firstAdd, firstDrop + drops - 1 do
  bad = strange(P .. 'name:' .. ARGV[at], 'string')
  if bad then return bad end
end
local now, damage = stand(world)
if damage then return damage end
if (now and now.version or '') ~= from then
  if not now then return { 'other', '1' } end
  local tokens = redis.call('LRANGE', world .. ':versions', 0, -1)
  for i, each in ipairs(tokens) do
    if each == token then return { 'done', text(now.number - i + 1) .. '.' .. token } end
  end
  -- Whether it would be among them if it had been done.
  local reaches = numberOf(world, now, from) or (from == '' and now.number <= #tokens)
  return { 'other', reaches and '1' or '0' }
end

local number = (now and now.number or 0) + 1
local version = text(number) .. '.' .. token
local birth = now and now.birth or token
local floor = now and now.floor or number
local records, changes, taken = world .. ':records', world .. ':changes', world .. ':taken'
-- The first to write, since a server that has no room left refuses it, and would not refuse what comes after.
redis.call('HSET', world, 'version', version, 'birth', birth)
if not now then redis.call('DEL', world .. ':versions', world .. ':names') end
if not now or isWhole == '1' then
  floor = number
  redis.call('DEL', records, changes, taken)
end
inChunks(ARGV, 14, firstTake - 1, function(...)
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
  for _, each in ipairs(KINDS) do redis.call('PERSIST', world .. each[1]) end
  for _, name in ipairs(redis.call('SMEMBERS', world .. ':names')) do redis.call('PERSIST', P .. 'name:' .. name) end
  redis.call('ZADD', WORLDS, 'inf', code)
end
redis.pcall('PUBLISH', channel, process .. ' ' .. version .. ' ' .. code)
return { 'done', version }
`)
