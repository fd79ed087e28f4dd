/**
 * Lua 5.1 scripts that run on the server atomically. A script that has begun to write is never interrupted.
 *
 *     maildouble:world:<id>            hash: version, floor, birth, count
 *     maildouble:world:<id>:records    hash: JSON texts by record name
 *     maildouble:world:<id>:changes    sorted set: record names by the number of the change that last wrote them
 *     maildouble:world:<id>:taken      sorted set: names of removed records by the number of the change that removed them
 *     maildouble:world:<id>:versions   list: the tokens of the latest changes, newest first
 *     maildouble:world:<id>:names      set: names that lead to the world
 *     maildouble:name:<name>           `<birth> <id>`, or `gone`
 *     maildouble:worlds                sorted set: ids by expiry time, `inf` for worlds that don't expire
 *     maildouble:due                   sorted set: ids by the time at which work is due
 *     maildouble:claim:<id>:<what>     the process that holds a claim
 *     maildouble:done:<token>          marks a deletion or quarantine as done
 *
 * A version is `<number>.<token>`. Every change has a unique token, so a version of an earlier world with the same id,
 * or one that the server has lost, is never mistaken for a current one.
 */
import { DAY_MS } from '../../../kernel/support/units-of-time.ts'
import { sha1 } from '../../../kernel/support/digest.ts'
import { PREFIX } from './keys.ts'

/** A script and its digest, by which the server finds it. */
export interface Script {
  readonly text: string
  readonly digest: string
}

/** How long a name is remembered as gone. */
export const GONE_MS = DAY_MS
/** Maximum number of arguments per command; Lua can unpack at most 8,000. */
const CHUNK = 4_000

const COMMON = `
local P = '${PREFIX}'
local WORLDS, DUE = P .. 'worlds', P .. 'due'
local PARTS = { '', ':records', ':changes', ':taken', ':versions', ':names' }
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function text(number) return string.format('%.0f', number) end

-- Returns nil if there is no world; the second value says what is wrong with it. A world is listed until it is deleted or expires.
local function stand(world, code)
  local is = redis.call('HMGET', world, 'version', 'floor', 'birth', 'count')
  if not is[1] then
    if redis.call('EXISTS', world) == 1 then return nil, { 'damaged', world, 'it has no version' } end
    local expiry = redis.call('ZSCORE', WORLDS, code)
    if expiry and tonumber(expiry) > NOW then return nil, { 'damaged', world, 'it is missing' } end
    return nil
  end
  local number = tonumber(string.match(is[1], '^(%d+)%..'))
  local floor, count = tonumber(is[2] or ''), tonumber(is[4] or '')
  if not number or not floor or not is[3] or not count then return nil, { 'damaged', world, 'its fields are not those of a world' } end
  if redis.call('HLEN', world .. ':records') ~= count then
    return nil, { 'damaged', world .. ':records', 'it holds fewer or more records than were written' }
  end
  return { version = is[1], number = number, floor = floor, birth = is[3] }
end

-- The number of an earlier version of the world; nil if it is not remembered.
local function numberOf(world, now, version)
  local number, token = string.match(version, '^(%d+)%.(.+)$')
  number = tonumber(number or '')
  if not number or number > now.number then return nil end
  if redis.call('LINDEX', world .. ':versions', text(now.number - number)) ~= token then return nil end
  return number
end

-- The owner of a name: the encoded id of a world, or nil and 'gone', or nil.
local function ownerOf(name)
  local value = redis.call('GET', P .. 'name:' .. name)
  if not value then return nil end
  local birth, code = string.match(value, '^(%S+) (.+)$')
  if birth and redis.call('TYPE', P .. 'world:' .. code)['ok'] == 'hash'
    and redis.call('HGET', P .. 'world:' .. code, 'birth') == birth then return code end
  return nil, 'gone'
end

-- Splits the arguments of a command into chunks.
local function inChunks(given, from, to, each)
  for at = from, to, ${CHUNK} do each(unpack(given, at, math.min(at + ${CHUNK - 1}, to))) end
end

-- Extends the life of a world.
local function expire(code, world, ttl)
  local at = NOW + ttl
  for _, part in ipairs(PARTS) do redis.call('PEXPIREAT', world .. part, text(at)) end
  for _, name in ipairs(redis.call('SMEMBERS', world .. ':names')) do
    redis.call('PEXPIREAT', P .. 'name:' .. name, text(at + ${GONE_MS}))
  end
  redis.call('ZADD', WORLDS, text(at), code)
end

-- Makes a deleted world disappear for other processes. A user without the permission to publish must not fail halfway.
local function farewell(code, process, channel)
  redis.call('ZREM', WORLDS, code)
  redis.call('ZREM', DUE, code)
  redis.pcall('PUBLISH', channel, process .. ' - ' .. code)
end
`

/** Combines a script's own text with the functions that all scripts share. */
export function makeScript(own: string): Script {
  const text = COMMON + own
  return { text, digest: sha1(text) }
}
