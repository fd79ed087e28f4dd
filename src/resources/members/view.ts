import type { ServiceSchemas } from '../../contract/service.ts'
import { timestamp } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { linksText } from '../links.ts'
import type { ListRow } from '../lists/list.ts'
import { permissionsOf } from '../lists/permissions.ts'
import { lastNoteOf } from '../notes/note.ts'
import { contextOf, rendered, type Rendered } from '../rendered.ts'
import { memberSchemaOf } from './member-schema.ts'
import { countTags, tagsOf } from '../tags/tag.ts'
import { mergeValueOf, type MemberRow } from './member.ts'

type MemberSchema = ReturnType<typeof memberSchemaOf>

/** The record of a member as text, cached until something in it changes. */
export function memberRecord(tx: Tx, list: ListRow, member: MemberRow): Rendered<ServiceSchemas['Member']> {
  const schema = memberSchemaOf(tx, list.id)
  return recordIn(contextOf(schema, tx.world.base_url), tx, list, schema, member)
}

/** The records of several members of a list. */
export function memberRecords(tx: Tx, list: ListRow, rows: readonly MemberRow[]): Rendered<ServiceSchemas['Member']>[] {
  const schema = memberSchemaOf(tx, list.id)
  const context = contextOf(schema, tx.world.base_url)
  return rows.map((member) => recordIn(context, tx, list, schema, member))
}

function recordIn(
  context: object,
  tx: Tx,
  list: ListRow,
  schema: MemberSchema,
  member: MemberRow,
): Rendered<ServiceSchemas['Member']> {
  return rendered<ServiceSchemas['Member']>(
    context,
    member,
    () => memberView(tx, list, schema, member),
    () => linksText(tx, 'Member', { list_id: list.id, subscriber_hash: member.hash }),
  )
}

/** Maximum number of tags in a record. */
const TAGS_SHOWN_MAX = 50

type MemberView = { -readonly [Name in keyof Omit<ServiceSchemas['Member'], '_links'>]: ServiceSchemas['Member'][Name] }

function memberView(tx: Tx, list: ListRow, schema: MemberSchema, member: MemberRow): MemberView {
  const tags_count = countTags(tx, member)
  const view: MemberView = {
    id: member.hash,
    email_address: member.email_address,
    unique_email_id: member.unique_email_id,
    contact_id: member.contact_id,
    full_name: fullNameOf(member),
    web_id: member.web_id,
    email_type: member.email_type,
    status: member.status,
    consents_to_one_to_one_messaging: true,
    merge_fields: Object.fromEntries(schema.merge_fields.map(({ tag }) => [tag, mergeValueOf(member, tag) ?? ''])),
    stats: { avg_open_rate: member.avg_open_rate, avg_click_rate: member.avg_click_rate },
    ip_signup: member.ip_signup,
    timestamp_signup: timestamp(member.timestamp_signup),
    ip_opt: member.ip_opt,
    timestamp_opt: timestamp(member.timestamp_opt),
    member_rating: member.rating,
    last_changed: timestamp(member.last_changed),
    language: member.language,
    vip: member.vip,
    email_client: member.email_client,
    location: member.location,
    source: member.source,
    tags_count,
    tags: tags_count === 0 ? [] : tagsOf(tx, member, { offset: 0, count: TAGS_SHOWN_MAX }).map(({ id, name }) => ({ id, name })),
    list_id: list.id,
  }
  // Optional members come last, so that all records begin alike.
  if (member.status === 'unsubscribed') view.unsubscribe_reason = member.unsubscribe_reason
  if (schema.interests.length > 0) view.interests = interestsOf(schema, member)
  if (list.marketing_permissions) view.marketing_permissions = permissionsShown(tx, list, member)
  const note = lastNoteOf(tx, member)
  if (note)
    view.last_note = { note_id: note.id, created_at: timestamp(note.created_at), created_by: note.created_by, note: note.note }
  return view
}

/** First and last name, as far as the member has them. */
function fullNameOf(member: MemberRow): string {
  return [mergeValueOf(member, 'FNAME'), mergeValueOf(member, 'LNAME')].filter((name) => typeof name === 'string').join(' ')
}

function interestsOf({ interests }: MemberSchema, member: MemberRow): Record<string, boolean> {
  return Object.fromEntries(interests.map((id) => [id, member.interests.includes(id)]))
}

function permissionsShown(tx: Tx, list: ListRow, { permissions }: MemberRow): ServiceSchemas['MarketingPermission'][] {
  return permissionsOf(tx, list).map((permission) => ({
    ...permission,
    enabled: permissions.includes(permission.marketing_permission_id),
  }))
}
