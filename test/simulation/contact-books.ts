import { expect } from 'vitest'
import { emailConsents } from '../../src/service/model/contacts/consent.ts'
import { phoneContacts, hashOfPhone, smsChannels } from '../../src/service/model/contacts/contact.ts'
import { members } from '../../src/service/model/members/member.ts'
import { timestamp } from '../../src/kernel/support/time.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Body, mock } from '../mock.ts'

/** The size of the pages by which contacts are read, so that there are several pages and not too many. */
const PAGE_MIN = 3
const PAGE_MAX = 1_000
const PAGES_MAX = 40

/** The orders in which contacts are read. Many contacts are read in one order upwards and in one downwards only. */
const ORDERS = ['', '&sort_field=updated_at&sort_dir=DESC', '&sort_dir=DESC', '&sort_field=updated_at']
const MANY = 10_000

/** Each channel belongs to one existing contact. */
export function expectChannelsToBelong(tx: Tx): void {
  const phones = tx.range(smsChannels.key).all()
  for (const { contact_id, list_id, phone, hash } of phones) {
    const holder = tx.first(members.key, { contact_id }) ?? tx.first(phoneContacts.key, { contact_id })
    expect(holder?.list_id, 'a phone without a contact').toBe(list_id)
    expect(hash).toBe(hashOfPhone(phone))
  }
  expect(new Set(phones.map(({ list_id, hash }) => `${list_id} ${hash}`)).size, 'a phone of two contacts').toBe(phones.length)
  for (const { contact_id } of tx.range(phoneContacts.key).all()) {
    expect(tx.first(members.key, { contact_id }), 'a duplicate contact').toBeUndefined()
    expect(tx.first(smsChannels.key, { contact_id }), 'a contact without a channel').toBeDefined()
  }
  for (const { contact_id, list_id } of tx.range(emailConsents.key).all())
    expect(tx.first(members.key, { contact_id })?.list_id, 'a consent without a contact').toBe(list_id)
}

/** Everyone with an address is both a member and a contact; the pages of contacts add up in every order. */
export async function expectContactsToBeMembers(double: Pick<ReturnType<typeof mock>, 'call' | 'plant'>, list_id: string) {
  const rows = await double.plant((tx) => tx.range(members.onList, { list_id }).all())
  const phones = await double.plant((tx) => tx.range(phoneContacts.byCreation, { list_id }).count)
  const page = Math.min(Math.max(PAGE_MIN, Math.ceil(rows.length / PAGES_MAX)), PAGE_MAX)
  for (const order of ORDERS.slice(0, rows.length > MANY ? 2 : ORDERS.length)) {
    const contacts: Body[] = []
    for (let cursor: string | undefined; cursor !== '';) {
      const { body } = await double.call(`GET /3.0/audiences/${list_id}/contacts?count=${page}${order}&cursor=${cursor ?? ''}`)
      contacts.push(...body.contacts)
      expect(body.total_items).toBe(rows.length + phones)
      cursor = body.next_cursor
    }
    const field = order.includes('updated_at') ? 'last_updated_at' : 'created_at'
    const times = contacts.map((contact) => contact[field])
    expect(order.includes('DESC') ? times.toReversed() : times).toEqual(times.toSorted())
    expect(new Set(contacts.map(({ id }) => id)).size).toBe(contacts.length)
    expect(contacts.length).toBe(rows.length + phones)
    if (order !== '') continue
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    for (const { contact_id, email_address, hash, last_changed } of rows) {
      expect(byId.get(contact_id)).toMatchObject({
        audience_id: list_id,
        last_updated_at: timestamp(last_changed),
        email_channel: { email: email_address, hashed_email: hash },
      })
    }
  }
}
