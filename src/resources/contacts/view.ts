import type { ServiceSchemas } from '../../contract/service.ts'
import { timestamp } from '../../support/time.ts'
import type { Tx } from '../../world/tx.ts'
import { linksText } from '../links.ts'
import type { ListRow } from '../lists/list.ts'
import { mergeValueOf, type MemberRow } from '../members/member.ts'
import { contextOf, rendered, type Rendered } from '../rendered.ts'
import { memberSchemaOf } from '../members/member-schema.ts'
import { tagsOf } from '../tags/tag.ts'
import { channelStatusOf, type Consent, emailConsentOf } from './consent.ts'
import { isMember, type ContactRow } from './contact.ts'
import { smsChannelOf, type SmsChannelRow } from './sms-channel.ts'

type Contact = ServiceSchemas['Contact']
type MemberSchema = ReturnType<typeof memberSchemaOf>

/** The record of a contact as text, cached until something in it changes. */
export function contactRecord(tx: Tx, list: ListRow, contact: ContactRow): Rendered<Contact> {
  const schema = memberSchemaOf(tx, list.id)
  return recordIn(contextFor(tx, schema), tx, list, schema, contact)
}

/** The records of several contacts of an audience. */
export function contactRecords(tx: Tx, list: ListRow, rows: readonly ContactRow[]): Rendered<Contact>[] {
  const schema = memberSchemaOf(tx, list.id)
  const context = contextFor(tx, schema)
  return rows.map((contact) => recordIn(context, tx, list, schema, contact))
}

/** The same rows are rendered as members too, so contacts need their own context. */
function contextFor(tx: Tx, schema: MemberSchema): object {
  return contextOf(contextOf(schema, tx.world.base_url), 'contacts')
}

function recordIn(context: object, tx: Tx, list: ListRow, schema: MemberSchema, contact: ContactRow): Rendered<Contact> {
  return rendered<Contact>(
    context,
    contact,
    () => contactView(tx, schema, contact),
    () => linksText(tx, 'Contact', { audience_id: list.id, contact_id: contact.contact_id }),
  )
}

function contactView(tx: Tx, schema: MemberSchema, contact: ContactRow): Omit<Contact, '_links'> {
  const sms = smsChannelOf(tx, contact)
  const status = contact.status === 'archived' ? 'archived' : 'active'
  return {
    id: contact.contact_id,
    audience_id: contact.list_id,
    status,
    language: contact.language,
    merge_fields: valuesOf(schema, contact),
    tags: tagsOf(tx, contact).map(({ name }) => name),
    source: { name: contact.source },
    created_at: timestamp(contact.created_at),
    last_updated_at: timestamp(contact.last_changed),
    ...(isMember(contact) ? { email_channel: emailChannelView(tx, contact) } : {}),
    ...(sms ? { sms_channel: smsChannelView(sms, status) } : {}),
  }
}

function valuesOf({ merge_fields }: MemberSchema, contact: ContactRow): Contact['merge_fields'] {
  const values = merge_fields.map(({ tag }) => [tag, mergeValueOf(contact, tag)] as const)
  return Object.fromEntries(values.flatMap(([tag, value]) => (value === undefined ? [] : [[tag, value]])))
}

function emailChannelView(tx: Tx, member: MemberRow): ServiceSchemas['ContactEmailChannel'] {
  return {
    email: member.email_address,
    hashed_email: member.hash,
    effective_subscription_status: { value: channelStatusOf[member.status] },
    marketing_consent: consentView(emailConsentOf(tx, member)),
    source: { name: member.source },
  }
}

function smsChannelView(sms: SmsChannelRow, status: Contact['status']): ServiceSchemas['ContactSmsChannel'] {
  const captured_at = sms.consent === 'confirmed' ? sms.captured_at : 0
  return {
    sms_phone: sms.phone,
    hashed_sms_phone: sms.hash,
    effective_subscription_status: { value: status === 'archived' ? 'unsubscribed' : sms.effective },
    marketing_consent: consentView({ status: sms.consent, captured_at, source: sms.consent_source }),
    source: { name: sms.source },
  }
}

function consentView({ status, captured_at, source }: Consent): ServiceSchemas['ContactConsent'] {
  return { status, ...(captured_at === 0 ? {} : { captured_at: timestamp(captured_at) }), source: { name: source } }
}
