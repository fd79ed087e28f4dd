import { HOUR_S } from '../../../kernel/support/units-of-time.ts'
import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { checkInstant } from '../requests/instants.ts'
import { type ListRow, findPermissions } from '../../model/lists/list.ts'
import { findMemberSchema, type MemberRow } from '../../model/members/member.ts'
import { NOWHERE } from './make.ts'
import { mergeValues } from './merge-values.ts'
import { isZone, type Seconds, yearOffsets } from '../../../kernel/support/time.ts'
import { zoneMap } from './zone-map.ts'

/** The fields of a member in a request, besides the address and the status. Missing fields do not change. */
export type MemberRequest = Omit<ServiceSchemas['UpdateMember'], 'email_address' | 'status'>

/** Fields of a row that can be changed. */
export type MemberChanges = {
  -readonly [Field in Exclude<keyof MemberRow, 'seq' | 'contact_id' | 'list_id' | 'status'>]?: MemberRow[Field]
}

/** Reads the fields of a request as changes of a row, whether they differ or not. Throws if the request is invalid. */
export function readRequest(
  tx: ReadTx,
  list: ListRow,
  request: MemberRequest,
  member: MemberRow | undefined,
  rules: { readonly strict: boolean },
): MemberChanges {
  const schema = findMemberSchema(tx, list.id)
  const { email_type, language, vip, location, interests, marketing_permissions: permissions, merge_fields } = request
  const read: MemberChanges = { merge_fields: mergeValues(schema.merge_fields, member?.merge_fields ?? {}, merge_fields, rules) }
  if (email_type !== undefined) read.email_type = email_type
  if (language !== undefined) read.language = language
  if (vip !== undefined) read.vip = vip
  if (location) read.location = locationAt(location, member?.location ?? NOWHERE, tx.now)
  if (interests) read.interests = readInterests(interests, member?.interests ?? [], schema.interests)
  if (permissions) read.permissions = readPermissions(tx, list, permissions, member?.permissions ?? [])
  return Object.assign(read, readOptIn(request))
}

/** Interests that the request does not name stay. An unknown interest is an error. */
function readInterests(
  interests: { readonly [id: string]: boolean },
  before: readonly string[],
  known: readonly string[],
): readonly string[] {
  const wanted = new Map(Object.entries(interests))
  for (const id of wanted.keys()) {
    if (!known.includes(id)) throw errors.invalidWhole(`Invalid interest ID: '${id.slice(0, 64)}'.`)
  }
  return choose(known, wanted, before)
}

/** A list without marketing permissions has none to give. */
function readPermissions(
  tx: ReadTx,
  list: ListRow,
  permissions: readonly ServiceSchemas['MarketingPermissionInput'][],
  before: readonly string[],
): readonly string[] {
  if (!list.marketing_permissions) return before
  const permissionIds = findPermissions(tx, list).map((permission) => permission.marketing_permission_id)
  const wanted = new Map<string, boolean>()
  for (const { marketing_permission_id: id = '', enabled = false } of permissions) {
    if (!permissionIds.includes(id)) throw errors.invalidWhole(`Invalid marketing permission ID: '${id.slice(0, 64)}'.`)
    wanted.set(id, enabled)
  }
  return choose(permissionIds, wanted, before)
}

/** The ids after adding and removing some; the same array if nothing changes. */
function choose(known: readonly string[], wanted: ReadonlyMap<string, boolean>, before: readonly string[]): readonly string[] {
  const changes = known.some((id) => wanted.has(id) && wanted.get(id) !== before.includes(id))
  return changes ? known.filter((id) => wanted.get(id) ?? before.includes(id)) : before
}

/** Addresses and times of sign-up and confirmation. An empty text counts as missing. */
function readOptIn(request: MemberRequest): MemberChanges {
  const read: MemberChanges = {}
  for (const name of ['ip_signup', 'ip_opt'] as const) if (request[name]) read[name] = request[name]
  for (const name of ['timestamp_signup', 'timestamp_opt'] as const) {
    const text = request[name]
    if (text) read[name] = checkInstant(name, text)
  }
  return read
}

type Location = MemberRow['location']

/** The location of a member whose coordinates a request sets. The time zone follows from them; a missing coordinate does not change. */
function locationAt({ latitude, longitude }: ServiceSchemas['MemberLocationInput'], before: Location, now: Seconds): Location {
  const place = { latitude: latitude ?? before.latitude, longitude: longitude ?? before.longitude }
  const isSame = place.latitude === before.latitude && place.longitude === before.longitude
  return isSame ? before : { ...before, ...place, ...timeAt(place, now) }
}

type Coordinates = Pick<Location, 'latitude' | 'longitude'>

function timeAt(place: Coordinates, now: Seconds): Pick<Location, 'gmtoff' | 'dstoff' | 'timezone'> {
  const timezone = zoneAt(place)
  const { standard, daylight } = yearOffsets(timezone, now)
  return { gmtoff: Math.floor(standard / HOUR_S), dstoff: Math.floor(daylight / HOUR_S), timezone }
}

/** Degrees of longitude of an hour. */
const HOUR_DEGREES = 15

/** The zone of a place, empty if there is no such place. A zone that the platform does not know is that of the longitude, as at sea. */
function zoneAt({ latitude, longitude }: Coordinates): string {
  const isNowhere = latitude === 0 && longitude === 0
  if (isNowhere || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return ''
  const zone = zoneMap().default(latitude, longitude)
  if (isZone(zone)) return zone
  const hours = Math.round(longitude / HOUR_DEGREES)
  // The names of these zones count hours behind UTC.
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}
