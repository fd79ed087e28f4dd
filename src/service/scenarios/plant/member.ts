import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { makeEvent } from '../../rules/events/make.ts'
import { interests } from '../../model/interests/interest.ts'
import { type ListRow, findPermissions } from '../../model/lists/list.ts'
import { makeMember, NOWHERE, UNSUBSCRIBED_BY_ADMIN } from '../../rules/members/make.ts'
import { memberAt, members, type MemberRow, findMemberSchema } from '../../model/members/member.ts'
import { mergeValues } from '../../rules/members/merge-values.ts'
import { makeNote } from '../../rules/notes/make.ts'
import { notes } from '../../model/notes/note.ts'
import { assignTags } from '../../rules/tags/tag.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { dated, readPlantedInstant, refuseTaken } from './instants.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'

type MemberData = ScenarioSchemas['Member']

/** Adds a member of a scenario to its list, with tags, notes and events. */
export function plantMember(tx: Tx, list: ListRow, data: MemberData): void {
  const {
    tags = [],
    notes: written = [],
    events = [],
    unsubscribed: _unsubscribed,
    interests: chosen,
    permissions,
    location,
    merge_fields,
    ...fields
  } = data
  const { email_address, contact_id } = data
  refuseTaken('members of the list', email_address, memberAt(tx, list, email_address), ['email_address'])
  if (contact_id !== undefined) refuseTaken('members', contact_id, tx.first(members.key, { contact_id }), ['contact_id'])
  const plain = dated(tx, fields, ['timestamp_signup', 'timestamp_opt', 'created_at', 'last_changed'])
  const { created_at = list.date_created, last_changed = created_at } = plain
  const member = makeMember(tx, list, {
    ...plain,
    created_at,
    status_at: ENDED.has(data.status) ? last_changed : created_at,
    last_changed,
    ...chooseDeparture(tx, data, last_changed),
    ...(merge_fields ? { merge_fields: values(tx, list, merge_fields) } : {}),
    ...(chosen ? { interests: interestIds(tx, list, chosen) } : {}),
    ...(permissions ? { permissions: permissionIds(tx, list, permissions) } : {}),
    ...(location ? { location: { ...NOWHERE, ...location } } : {}),
  })
  assignTags(tx, member, tags, created_at)
  for (const [i, note] of written.entries()) runBelowPath(['notes', i], () => plantNote(tx, list, member, note))
  for (const [i, event] of events.entries()) {
    runBelowPath(['events', i], () => makeEvent(tx, list, member, dated(tx, event, ['occurred_at'])))
  }
}

/** Statuses that follow another one: the member had another status until its last change. */
const ENDED: ReadonlySet<MemberData['status']> = new Set(['unsubscribed', 'cleaned', 'archived'])

/** How and when a subscription ended. By default the account ended it at the member's last change. */
function chooseDeparture(tx: ReadTx, { status, unsubscribed }: MemberData, lastChanged: Seconds): Partial<MemberRow> {
  if (!unsubscribed) return {}
  if (status !== 'unsubscribed' && status !== 'archived') {
    throw new ScenarioDataError(['unsubscribed'], `must be left out, since the status is ${status}`)
  }
  const { by, reason, at } = unsubscribed
  const left = at === undefined ? lastChanged : runBelowPath(['unsubscribed'], () => readPlantedInstant(tx, at, 'at'))
  const changed = Math.max(left, lastChanged)
  return {
    unsubscribed_by: by,
    unsubscribed_at: left,
    status_at: status === 'archived' ? changed : left,
    last_changed: changed,
    unsubscribe_reason: reason ?? (by === 'contact' ? '' : UNSUBSCRIBED_BY_ADMIN),
  }
}

function values(tx: ReadTx, list: ListRow, mergeFields: NonNullable<MemberData['merge_fields']>): MemberRow['merge_fields'] {
  const fields = findMemberSchema(tx, list.id).merge_fields
  for (const name of Object.keys(mergeFields)) {
    if (!fields.some((field) => field.tag === name)) {
      throw new ScenarioDataError(
        ['merge_fields', name],
        `must be a merge field of the list: ${fields.map((field) => field.tag).join(', ')}`,
      )
    }
  }
  return runBelowPath(['merge_fields'], () => mergeValues(fields, {}, mergeFields, { strict: false, imported: true }))
}

function interestIds(tx: ReadTx, list: ListRow, names: readonly string[]): string[] {
  const ofCategory = tx.range(interests.byCategory, { list_id: list.id }).all()
  for (const [i, name] of names.entries()) {
    if (!ofCategory.some((interest) => interest.name === name)) {
      throw new ScenarioDataError(
        ['interests', i],
        `must be an interest of the list: ${ofCategory.map((interest) => interest.name).join(', ') || 'it has none'}`,
      )
    }
  }
  return ofCategory.filter((interest) => names.includes(interest.name)).map(({ id }) => id)
}

/** The permissions of a list with marketing permissions, in order. */
const PERMISSIONS: readonly string[] = ['email', 'direct_mail', 'online_advertising'] satisfies MemberData['permissions']

function permissionIds(tx: ReadTx, list: ListRow, names: readonly string[]): string[] {
  const permissions = findPermissions(tx, list)
  if (names.length > 0 && permissions.length === 0) {
    throw new ScenarioDataError(['permissions'], 'must be left out, since the list has no marketing_permissions')
  }
  return permissions
    .filter((_permission, i) => names.includes(PERMISSIONS[i] ?? ''))
    .map((permission) => permission.marketing_permission_id)
}

function plantNote(tx: Tx, list: ListRow, member: MemberRow, data: ScenarioSchemas['Note']): void {
  refuseTaken('notes', data.id, tx.first(notes.key, { id: data.id ?? 0 }))
  makeNote(tx, list, member, dated(tx, data, ['created_at', 'updated_at']))
}
