import { decodePercent } from '../../kernel/support/percent.ts'
import { errors } from '../../service/model/errors.ts'
import type { WorldHeaders } from './auth.ts'
import type { RequestContext } from './context.ts'
import { readHeader, type HttpCall } from './request.ts'

/** The ids in `baggage`, as W3C Baggage writes members, and in `X-Maildouble-World`, each once. */
function readNamedWorlds(call: HttpCall): readonly string[] {
  const baggage = readHeader(call, 'baggage')
  const own = readHeader(call, 'x-maildouble-world')
  if (own === undefined && baggage === undefined) return NONE
  const members = baggage?.match(/(?<=^|,)\s*maildouble\.world\s*=[^,;]*/g) ?? NONE
  const ids = members.map((member) => decodePercent(member.slice(member.indexOf('=') + 1).trim()))
  return [...new Set([...ids, own?.trim() ?? ''])].filter((id) => id !== '')
}

const NONE: readonly never[] = []

/** The world that the headers of a call choose, or `undefined` if they choose none. */
export function chooseByHeaders(call: HttpCall, headers: WorldHeaders | undefined): string | undefined {
  if (headers?.sharedKey === undefined) return undefined
  const [id, ...others] = readNamedWorlds(call)
  return others.length === 0 ? id : undefined
}

/** Refuses a call whose headers name another world than the one it came to, and one with the shared key that names no world. */
export function checkWorldHeaders({ call, handle, key, logged, parts: { worldHeaders } }: RequestContext): void {
  if (!worldHeaders) return
  const ids = readNamedWorlds(call)
  const own = handle.world.id
  if (ids.some((each) => each !== own)) {
    if (ids.length > 1) throw errors.keyInvalid(`${nameWorlds(ids)} The headers of a call may name one.`)
    if (logged.sent.prefixed) throw errors.keyInvalid(`${nameWorlds(ids)} The path of the call names ${own}.`)
    const remedy = 'Start it with --shared-key (sharedKey), so that headers choose worlds.'
    throw errors.keyInvalid(`${nameWorlds(ids)} By its key, the call came to ${own}: this server has no shared key. ${remedy}`)
  }
  if (key.isShared && !key.prefixed) throw errors.keyInvalid(SHARED_ALONE)
}

function nameWorlds(ids: readonly string[]): string {
  return `The header baggage or X-Maildouble-World names ${ids.map((id) => id.slice(0, 63)).join(' and ')}.`
}

const SHARED_ALONE =
  'The shared key is no key of a world: the call must name one, by baggage: maildouble.world=<id> or X-Maildouble-World: <id>.'
