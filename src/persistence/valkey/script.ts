/**
 * What is done on the server in one go, in its own language (Lua 5.1). A script that has begun to write is never stopped half way, and nothing
 * is taken back if it fails then: so each looks at the kinds of all keys first.
 *
 *     maildouble:world:<id>            hash: version, floor, birth, count
 *     maildouble:world:<id>:records    hash: JSON texts by the names of records
 *     maildouble:world:<id>:changes    sorted set: names of records by the number of the change that wrote them last
 *     maildouble:world:<id>:taken      sorted set: names of records that were taken out, by the number of that change
 *     maildouble:world:<id>:versions   list: the tokens of the latest changes, the last one first
 *     maildouble:world:<id>:names      set: names that lead to it
 *     maildouble:name:<name>           `<birth> <id>`, or `gone`
 *     maildouble:worlds                sorted set: ids by the instant at which they go, `inf` for those that stay
 *     maildouble:due                   sorted set: ids by the instant at which something is to be done
 *     maildouble:claim:<id>:<what>     the process that has taken something on
 *     maildouble:done:<token>          that a world was taken out, or set aside, by that
 *
 * A version is `<number>.<token>`. The token is of the change that made it, and there is none like it: whoever knows a version of an earlier
 * life of the world, or one that the server has lost, is told so.
 */
import { sha1 } from '../../support/digest.ts'
import { PREFIX } from './keys.ts'

/** A script, and the digest that a server knows it by. */
export interface Script {
  readonly text: string
  readonly digest: string
}

/** How long it is known that a name is gone. */
export const GONE_MS = 86_400_000
/** How many arguments of one command: Lua has room for 8,000 at once. */
const CHUNK = 4_000

const COMMON = `
local P = '${PREFIX}'
local WORLDS, DUE = P .. 'worlds', P .. 'due'
local KINDS = {
  { '', 'hash' }, { ':records', 'hash' }, { ':changes', 'zset' }, { ':taken', 'zset' }, { ':versions', 'list' }, { ':names', 'set' }
}
local clock = redis.call('TIME')
local NOW = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function text(number) return string.format('%.0f', number) end

local function strange(key, kind)
  local found = redis.call('TYPE', key)['ok']
  if found ~= 'none' and found ~= kind then return { 'strange', key, found, kind } end
end

local function strangeShared() return strange(WORLDS, 'zset') or strange(DUE, 'zset') end

local function strangeWorld(world)
  for _, each in ipairs(KINDS) do
    local bad = strange(world .. each[1], each[2])
    if bad then return bad end
  end
end

-- Nothing if there is no world; the second value says what is wrong with it.
local function stand(world)
  local is = redis.call('HMGET', world, 'version', 'floor', 'birth', 'count')
  if not is[1] then
    if redis.call('EXISTS', world) == 1 then return nil, { 'damaged', world, 'it has no version' } end
    return nil
  end
  local number = tonumber(string.match(is[1], '^(%d+)%..'))
  local floor, count = tonumber(is[2] or ''), tonumber(is[4] or '')
  if not number or not floor or not is[3] or not count then return nil, { 'damaged', world, 'its fields are not those of a world' } end
  if redis.call('HLEN', world .. ':records') ~= count then
    return nil, { 'damaged', world .. ':records', 'there are not as many records in it as were written' }
  end
  return { version = is[1], number = number, floor = floor, birth = is[3] }
end

-- The number of a version that the world has stood at, as far as it knows.
local function numberOf(world, now, version)
  local number, token = string.match(version, '^(%d+)%.(.+)$')
  number = tonumber(number or '')
  if not number or number > now.number then return nil end
  if redis.call('LINDEX', world .. ':versions', text(now.number - number)) ~= token then return nil end
  return number
end

-- Who a name leads to: the code of a world's id, 'gone' in the second value, or nothing.
local function ownerOf(name)
  local value = redis.call('GET', P .. 'name:' .. name)
  if not value then return nil end
  local birth, code = string.match(value, '^(%S+) (.+)$')
  if birth and redis.call('TYPE', P .. 'world:' .. code)['ok'] == 'hash'
    and redis.call('HGET', P .. 'world:' .. code, 'birth') == birth then return code end
  return nil, 'gone'
end

-- Of commands that take many arguments, as many as need be.
local function inChunks(given, from, to, each)
  for at = from, to, ${CHUNK} do each(unpack(given, at, math.min(at + ${CHUNK - 1}, to))) end
end

-- The world goes that much later.
local function expire(code, world, ttl)
  local at = NOW + ttl
  for _, each in ipairs(KINDS) do redis.call('PEXPIREAT', world .. each[1], text(at)) end
  for _, name in ipairs(redis.call('SMEMBERS', world .. ':names')) do
    redis.call('PEXPIREAT', P .. 'name:' .. name, text(at + ${GONE_MS}))
  end
  redis.call('ZADD', WORLDS, text(at), code)
end

-- What others see of a world that is gone. Who may not publish is not stopped half way.
local function farewell(code, process, channel)
  redis.call('ZREM', WORLDS, code)
  redis.call('ZREM', DUE, code)
  redis.pcall('PUBLISH', channel, process .. ' - ' .. code)
end
`

/** A script of its own text, after what all of them have in common. */
export function script(own: string): Script {
  const text = COMMON + own
  return { text, digest: sha1(text) }
}
