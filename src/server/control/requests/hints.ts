import { nameHint } from '../../../kernel/support/nearest.ts'
import { pointerTo } from '../../../kernel/support/json-pointer.ts'
import { nearestPaths, type PathTemplate, splitPath } from '../../../kernel/contract/nearest-path.ts'
import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { routes } from '../../../kernel/contract/service.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { historyEntries, isChangeIn } from '../../../kernel/world/history.ts'
import { peek } from '../../../kernel/world/tx.ts'
import { memberSchemas, type MemberSchemaRow } from '../../../service/model/members/member.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { pathBelow } from './match.ts'

/** A merge tag that the list does not have, and which one was probably meant. */
interface IgnoredTag {
  readonly pointer: string
  readonly message: string
}

type MergeField = MemberSchemaRow['merge_fields'][number]

/** The merge tags in the body of a call that its list did not have. */
export function ignoredMergeTags(
  handle: WorldHandle,
  call: Call,
  { list_id, audience_id }: { readonly [parameter: string]: string },
  body: unknown,
): readonly IgnoredTag[] {
  const places = mergeValuesIn(body)
  const list = list_id ?? audience_id
  const fields = places.length === 0 || list === undefined ? undefined : mergeFieldsAt(handle, call, list)
  if (!fields) return []
  const tags = new Set(fields.map(({ tag }) => tag))
  return places.flatMap(({ at, tags: sent }) =>
    sent
      .filter((tag) => !tags.has(tag))
      .map((tag) => ({
        pointer: at + pointerTo([tag]),
        message: `The list has no merge field ${tag.slice(0, 50)}. ${tagHint(tag, fields)}`,
      })),
  )
}

/** Maximum number of members of a list whose merge values are inspected, and of tags that a hint lists. */
const MEMBERS_MAX = 500
const LISTED_MAX = 10

/** The merge tags of the member in a body, or of each of the members of a bulk call. */
function mergeValuesIn(body: unknown): readonly { readonly at: string; readonly tags: readonly string[] }[] {
  if (!isObject(body)) return []
  const { members } = body
  const holders = Array.isArray(members)
    ? members.slice(0, MEMBERS_MAX).map((holder: unknown, place) => ({ holder, at: `/members/${place}/merge_fields` }))
    : [{ holder: body, at: '/merge_fields' }]
  return holders.flatMap(({ holder, at }) =>
    isObject(holder) && isObject(holder['merge_fields']) ? [{ at, tags: Object.keys(holder['merge_fields']) }] : [],
  )
}

/** The merge fields that a list had when a call arrived. `undefined` if there was no such list. */
function mergeFieldsAt({ world }: WorldHandle, { changesBefore }: Call, list_id: string): readonly MergeField[] | undefined {
  let schema = peek(world, (tx) => tx.first(memberSchemas.key, { list_id }))
  for (const { number, changes } of historyEntries(world.history)) {
    if (number <= changesBefore) break
    for (const change of changes.toReversed())
      if (isChangeIn(memberSchemas, change) && (change.before ?? change.after)?.list_id === list_id) schema = change.before
  }
  return schema?.merge_fields
}

/** Compares with the names of the fields as well, since `FIRSTNAME` is the name of `FNAME`. */
function tagHint(tag: string, fields: readonly MergeField[]): string {
  const wanted = simplifyText(tag)
  const namesake = fields.find((field) => simplifyText(field.tag) === wanted || simplifyText(field.name) === wanted)
  if (namesake) return `Did you mean ${namesake.tag}?`
  const tags = fields.map((field) => field.tag)
  return nameHint(tag, tags, LISTED_MAX)
}

function simplifyText(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Made for the first hint. */
let templates: readonly PathTemplate[] | undefined

/** Which path was probably meant by a call of a path that the service does not have. */
export function pathHints({ path }: Call): ControlSchemas['Request']['hints'] {
  templates ??= routes.map((route) => splitPath(route.path))
  const meant = nearestPaths(pathBelow(path), templates)
  return meant.length === 0 ? [] : [{ at: 'path', message: `Did you mean ${meant.join(' or ')}?` }]
}
