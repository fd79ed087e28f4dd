import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { timestamp } from '../../../kernel/support/time.ts'
import { isMoveAllowed, makeMove } from '../../../kernel/world/machine.ts'
import type { ReadTx } from '../../../kernel/world/tx.ts'
import { errors } from '../../model/errors.ts'
import { renderLinks, renderLinksText } from '../../rules/answers/links.ts'
import { listOrThrow, type ListRow } from '../../model/lists/list.ts'
import { forgetMember, saveMember } from '../../rules/members/save.ts'
import { describeNoArchive, memberMachine } from '../../rules/members/machine.ts'
import { findMemberSchema, type MemberRow, readMergeValue } from '../../model/members/member.ts'
import type { Call, Operations } from '../../rules/requests/operation.ts'
import { findRenderContext, rendered, type Rendered, RecordSource } from '../../rules/answers/rendered.ts'
import { findMemberTags } from '../../model/tags/tag.ts'
import {
  channelStatusOf,
  type Consent,
  findEmailConsent,
  type ContactRow,
  phoneContactMachine,
  phoneContacts,
  findSmsChannel,
  type SmsChannelRow,
  smsStatus,
} from '../../model/contacts/contact.ts'
import { contactOfPath, isMember } from '../../rules/contacts/contact.ts'
import { findContacts } from './find.ts'
import { removeOwned } from '../../rules/remove-owned.ts'
import { createContact, removePhoneContact, type ContactTerms, updateContact } from './save.ts'

export const contactOperations = {
  getContacts({ tx, path, query }) {
    const list = listOrThrow(tx, path.audience_id)
    const { rows, total, next } = findContacts(tx, list, query)
    return {
      contacts: contactRecords(tx, list, rows),
      total_items: total,
      next_cursor: next,
      _links: renderLinks(tx, 'ContactCollection', { audience_id: list.id, list_id: list.id }),
    }
  },

  createContact({ tx, path, query, body, caller }) {
    const list = listOrThrow(tx, path.audience_id)
    return contactRecord(tx, list, createContact(tx, list, body, readTerms(query, caller)))
  },

  getContact({ tx, path }) {
    const { list, contact } = contactOfPath(tx, path)
    return contactRecord(tx, list, contact)
  },

  updateContact({ tx, path, query, body, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    return contactRecord(tx, list, updateContact(tx, list, contact, body, readTerms(query, caller)))
  },

  archiveContact({ tx, path, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    if (isMember(contact)) {
      const { email_address: address, status } = contact
      if (!isMoveAllowed(memberMachine, contact, 'archive')) throw errors.badRequest(describeNoArchive(address, status))
      saveMember(tx, list, contact, {}, caller, 'archive')
    } else makeMove(tx, phoneContactMachine, contact, 'archive')
  },

  forgetContact({ tx, path, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    if (isMember(contact)) return forgetMember(tx, list, contact, caller)
    removeOwned(tx, phoneContacts, contact)
    removePhoneContact(tx, list, contact)
  },
} satisfies Partial<Operations>

function readTerms(query: Call<'createContact'>['query'], caller: Call<'createContact'>['caller']): ContactTerms {
  return {
    by: query.data_mode === 'historical' ? { ...caller, quiet: true } : caller,
    strict: query.merge_field_validation_mode !== 'ignore_required_checks',
  }
}

type Contact = ServiceSchemas['Contact']
type MemberSchema = ReturnType<typeof findMemberSchema>

/** The record of a contact as text, cached until something in it changes. */
function contactRecord(tx: ReadTx, list: ListRow, contact: ContactRow): Rendered<Contact> {
  const schema = findMemberSchema(tx, list.id)
  return recordIn(contextFor(tx, schema), tx, schema, contact)
}

/** The records of several contacts of an audience. */
function contactRecords(tx: ReadTx, list: ListRow, rows: readonly ContactRow[]): Rendered<Contact>[] {
  const schema = findMemberSchema(tx, list.id)
  const context = contextFor(tx, schema)
  return rows.map((contact) => recordIn(context, tx, schema, contact))
}

/** The same rows are rendered as members too, so contacts need their own context. */
function contextFor(tx: ReadTx, schema: MemberSchema): object {
  return findRenderContext(findRenderContext(schema, tx.world.base_url), 'contacts')
}

function recordIn(context: object, tx: ReadTx, schema: MemberSchema, contact: ContactRow): Rendered<Contact> {
  return rendered<Contact>(context, contact, () => {
    const consent = isMember(contact) ? findEmailConsent(tx, contact) : undefined
    return new ContactSource(tx.world.base_url, schema, contact, {
      sms: findSmsChannel(tx, contact),
      tags: findMemberTags(tx, contact).map(({ name }) => name),
      consent,
    })
  })
}

/** What records of contacts show from other tables. */
interface Belongings {
  readonly sms: SmsChannelRow | undefined
  readonly tags: readonly string[]
  /** `undefined` for a contact without an address. */
  readonly consent: Consent | undefined
}

const contactLinks = renderLinksText('Contact', 'audience_id', 'contact_id')

/** The source of a contact's record. */
class ContactSource extends RecordSource<MemberSchema, ContactRow, Belongings> {
  record(): Omit<Contact, '_links'> {
    return contactView(this.schema, this.row, this.belongings)
  }

  links(): string {
    const { list_id, contact_id } = this.row
    return contactLinks(this.base_url, list_id, contact_id)
  }
}

function contactView(schema: MemberSchema, contact: ContactRow, { sms, tags, consent }: Belongings): Omit<Contact, '_links'> {
  const status = contact.status === 'archived' ? 'archived' : 'active'
  return {
    id: contact.contact_id,
    audience_id: contact.list_id,
    status,
    language: contact.language,
    merge_fields: showMergeValues(schema, contact),
    tags: [...tags],
    source: { name: contact.source },
    created_at: timestamp(contact.created_at),
    last_updated_at: timestamp(contact.last_changed),
    ...(consent && isMember(contact) ? { email_channel: emailChannelView(contact, consent) } : {}),
    ...(sms ? { sms_channel: smsChannelView(sms, status) } : {}),
  }
}

function showMergeValues({ merge_fields }: MemberSchema, contact: ContactRow): Contact['merge_fields'] {
  const values = merge_fields.map(({ tag }) => [tag, readMergeValue(contact, tag)] as const)
  return Object.fromEntries(values.flatMap(([tag, value]) => (value === undefined ? [] : [[tag, value]])))
}

function emailChannelView(member: MemberRow, consent: Consent): ServiceSchemas['ContactEmailChannel'] {
  return {
    email: member.email_address,
    hashed_email: member.hash,
    effective_subscription_status: { value: channelStatusOf[member.status] },
    marketing_consent: consentView(consent),
    source: { name: member.source },
  }
}

function smsChannelView(sms: SmsChannelRow, status: Contact['status']): ServiceSchemas['ContactSmsChannel'] {
  const captured_at = sms.consent === 'confirmed' ? sms.captured_at : 0
  return {
    sms_phone: sms.phone,
    hashed_sms_phone: sms.hash,
    effective_subscription_status: { value: smsStatus(sms, status) },
    marketing_consent: consentView({ status: sms.consent, captured_at, source: sms.consent_source }),
    source: { name: sms.source },
  }
}

function consentView({ status, captured_at, source }: Consent): ServiceSchemas['ContactConsent'] {
  return { status, ...(captured_at === 0 ? {} : { captured_at: timestamp(captured_at) }), source: { name: source } }
}
