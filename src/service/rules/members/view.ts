import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { renderLinksText } from '../answers/links.ts'
import { findSmsChannel, type SmsChannelRow, smsStatus } from '../../model/contacts/contact.ts'
import { type ListRow, findPermissions } from '../../model/lists/list.ts'
import { findLastNote, type NoteRow } from '../../model/notes/note.ts'
import { findRenderContext, rendered, type Rendered, RecordSource } from '../answers/rendered.ts'
import { contactSumsRow, readCountedSum, type OrderSumsRow } from '../../model/orders/sums.ts'
import { convertToAmount } from '../../model/requests/money.ts'
import { stores } from '../../model/stores/store.ts'
import { findMemberSchema, mergeFieldsIn, readMergeValue, type MemberRow } from '../../model/members/member.ts'
import { countTags, findMemberTags } from '../../model/tags/tag.ts'

type MemberSchema = ReturnType<typeof findMemberSchema>

/** The record of a member as text, cached until something in it changes. */
export function memberRecord(tx: ReadTx, list: ListRow, member: MemberRow): Rendered<ServiceSchemas['Member']> {
  return recordIn(sharedBy(tx, list), tx, list, member)
}

export function memberRecords(tx: ReadTx, list: ListRow, rows: readonly MemberRow[]): Rendered<ServiceSchemas['Member']>[] {
  const shared = sharedBy(tx, list)
  return rows.map((member) => recordIn(shared, tx, list, member))
}

/** What the records of all members of a list share. */
interface Shared {
  /** What records depend on besides the schema and the rows. */
  readonly key: string
  readonly schema: MemberSchema
  /** The currency of purchases; `undefined` if the list has no store, so that its members show none. */
  readonly currency: string | undefined
}

function sharedBy(tx: ReadTx, { id: list_id }: ListRow): Shared {
  const schema = findMemberSchema(tx, list_id)
  const { base_url } = tx.world
  const currency = tx.first(stores.byList, { list_id })?.currency_code
  const key = currency === undefined ? base_url : `${base_url} ${currency} ${tx.settings.commerce.counts}`
  return { key, schema, currency }
}

/** The record of a member of a segment, which shows less. */
export function segmentMemberRecord(tx: ReadTx, list: ListRow, member: MemberRow): Rendered<ServiceSchemas['SegmentMember']> {
  return segmentRecordIn(sharedBy(tx, list), tx, list, member)
}

export function segmentMemberRecords(
  tx: ReadTx,
  list: ListRow,
  rows: readonly MemberRow[],
): Rendered<ServiceSchemas['SegmentMember']>[] {
  const shared = sharedBy(tx, list)
  return rows.map((member) => segmentRecordIn(shared, tx, list, member))
}

function segmentRecordIn(
  shared: Shared,
  tx: ReadTx,
  list: ListRow,
  member: MemberRow,
): Rendered<ServiceSchemas['SegmentMember']> {
  const { schema, key } = shared
  const sums = sumsIn(shared, tx, member)
  const source = () => new SegmentMemberSource(tx.world.base_url, schema, member, findBelongings(tx, list, shared, member, sums))
  return rendered<ServiceSchemas['SegmentMember']>(findRenderContext(schema, `${key} segment`), member, source, sums)
}

function recordIn(shared: Shared, tx: ReadTx, list: ListRow, member: MemberRow): Rendered<ServiceSchemas['Member']> {
  const { schema, key } = shared
  const sums = sumsIn(shared, tx, member)
  const source = () => new MemberSource(tx.world.base_url, schema, member, findBelongings(tx, list, shared, member, sums))
  return rendered<ServiceSchemas['Member']>(findRenderContext(schema, key), member, source, sums)
}

function sumsIn({ currency }: Shared, tx: ReadTx, { contact_id }: MemberRow): OrderSumsRow | undefined {
  return currency === undefined ? undefined : contactSumsRow(tx, contact_id)
}

/** Maximum number of tags in a record. */
const TAGS_SHOWN_MAX = 50

type Member = ServiceSchemas['Member']
type MemberView = { -readonly [Name in keyof Omit<Member, '_links'>]: Member[Name] }

/** What records of members show from other tables. */
interface Belongings {
  readonly tags_count: number
  readonly tags: Member['tags']
  /** `undefined` unless the list has marketing permissions. */
  readonly permissions: ReturnType<typeof findPermissions> | undefined
  readonly note: NoteRow | undefined
  readonly sms: SmsChannelRow | undefined
  /** `undefined` unless the list has a store. */
  readonly purchases: Member['stats']['ecommerce_data']
}

/** Most members have nothing in other tables, and share this. */
const NO_BELONGINGS: Belongings = {
  tags_count: 0,
  tags: [],
  permissions: undefined,
  note: undefined,
  sms: undefined,
  purchases: undefined,
}

function findBelongings(
  tx: ReadTx,
  list: ListRow,
  { currency }: Shared,
  member: MemberRow,
  sums: OrderSumsRow | undefined,
): Belongings {
  const tags_count = countTags(tx, member)
  const note = findLastNote(tx, member)
  const sms = findSmsChannel(tx, member)
  if (tags_count === 0 && !note && !sms && !list.marketing_permissions && currency === undefined) return NO_BELONGINGS
  return {
    tags_count,
    tags: findMemberTags(tx, member, { offset: 0, count: TAGS_SHOWN_MAX }).map(({ id, name }) => ({ id, name })),
    permissions: list.marketing_permissions ? findPermissions(tx, list) : undefined,
    note,
    sms,
    purchases: currency === undefined ? undefined : purchasesView(tx, sums, currency),
  }
}

function purchasesView(tx: ReadTx, sums: OrderSumsRow | undefined, currency_code: string): Belongings['purchases'] {
  const { revenue, orders } = readCountedSum(tx, sums)
  return { total_revenue: convertToAmount(revenue), number_of_orders: orders, currency_code }
}

const memberLinks = renderLinksText('Member', 'list_id', 'subscriber_hash')

class MemberSource extends RecordSource<MemberSchema, MemberRow, Belongings> {
  record(): object {
    return memberView(this.schema, this.row, this.belongings)
  }

  links(): string {
    const { list_id, hash } = this.row
    return memberLinks(this.base_url, list_id, hash)
  }

  override get webId(): number {
    return this.row.web_id
  }
}

class SegmentMemberSource extends MemberSource {
  override record(): Omit<ServiceSchemas['SegmentMember'], '_links'> {
    const {
      contact_id: _contact,
      full_name: _name,
      web_id: _web,
      source: _source,
      consents_to_one_to_one_messaging: _consents,
      tags_count: _count,
      tags: _tags,
      sms_phone_number: _phone,
      sms_subscription_status: _status,
      sms_subscription_last_updated: _updated,
      ...view
    } = memberView(this.schema, this.row, this.belongings)
    const { region: _region, ...location } = view.location
    return { ...view, location }
  }
}

function memberView(
  schema: MemberSchema,
  member: MemberRow,
  { tags_count, tags, permissions, note, sms, purchases }: Belongings,
): MemberView {
  const view: MemberView = {
    id: member.hash,
    email_address: member.email_address,
    unique_email_id: member.unique_email_id,
    contact_id: member.contact_id,
    full_name: joinFullName(member),
    web_id: member.web_id,
    email_type: member.email_type,
    status: member.status,
    consents_to_one_to_one_messaging: true,
    sms_phone_number: sms?.phone ?? '',
    sms_subscription_status: sms ? smsStatus(sms, member.status) : '',
    sms_subscription_last_updated: timestamp(sms?.updated_at ?? 0),
    merge_fields: mergeFieldsIn(schema, member),
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
    tags,
    list_id: member.list_id,
  }
  // Optional members come last, so that all records begin alike.
  if (member.status === 'unsubscribed') view.unsubscribe_reason = member.unsubscribe_reason
  if (schema.interests.length > 0) view.interests = showInterests(schema, member)
  if (purchases) view.stats = { ...view.stats, ecommerce_data: purchases }
  if (permissions) view.marketing_permissions = permissionsShown(permissions, member)
  if (note)
    view.last_note = { note_id: note.id, created_at: timestamp(note.created_at), created_by: note.created_by, note: note.note }
  return view
}

/** First and last name, as far as the member has them. */
export function joinFullName(member: MemberRow): string {
  return [readMergeValue(member, 'FNAME'), readMergeValue(member, 'LNAME')].filter((name) => typeof name === 'string').join(' ')
}

function showInterests({ interests }: MemberSchema, member: MemberRow): Record<string, boolean> {
  const shown: Record<string, boolean> = {}
  for (const id of interests) shown[id] = member.interests.includes(id)
  return shown
}

function permissionsShown(
  all: NonNullable<Belongings['permissions']>,
  { permissions }: MemberRow,
): ServiceSchemas['MarketingPermission'][] {
  return all.map((permission) => ({ ...permission, enabled: permissions.includes(permission.marketing_permission_id) }))
}
