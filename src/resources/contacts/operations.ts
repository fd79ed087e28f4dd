import { isMoveAllowed, makeMove } from '../../world/machine.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { listOrThrow } from '../lists/list.ts'
import { forgetMember } from '../members/forget.ts'
import { memberMachine } from '../members/machine.ts'
import { saveMember } from '../members/save.ts'
import type { Call, Operations } from '../operation.ts'
import { dropTaggingsAbout } from '../tags/tag.ts'
import { contactOfPath, isMember } from './contact.ts'
import { findContacts } from './find.ts'
import { phoneContactMachine } from './machine.ts'
import { createContact, removePhoneContact, type Terms, updateContact } from './save.ts'
import { dropSmsChannel } from './sms-channel.ts'
import { contactRecord, contactRecords } from './view.ts'

export const contactOperations = {
  getContacts({ tx, path, query }) {
    const list = listOrThrow(tx, path.audience_id)
    const { rows, total, next } = findContacts(tx, list, query)
    return {
      contacts: contactRecords(tx, list, rows),
      total_items: total,
      next_cursor: next,
      _links: linksOf(tx, 'ContactCollection', { audience_id: list.id, list_id: list.id }),
    }
  },

  createContact({ tx, path, query, body, caller }) {
    const list = listOrThrow(tx, path.audience_id)
    return contactRecord(tx, list, createContact(tx, list, body, termsOf(query, caller)))
  },

  getContact({ tx, path }) {
    const { list, contact } = contactOfPath(tx, path)
    return contactRecord(tx, list, contact)
  },

  updateContact({ tx, path, query, body, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    return contactRecord(tx, list, updateContact(tx, list, contact, body, termsOf(query, caller)))
  },

  archiveContact({ tx, path, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    if (isMember(contact)) {
      const { email_address: address, status } = contact
      if (!isMoveAllowed(memberMachine, contact, 'archive'))
        throw errors.badRequest(`${address} is ${status} and cannot be archived.`)
      saveMember(tx, list, contact, {}, caller, 'archive')
    } else makeMove(tx, phoneContactMachine, contact, 'archive', { last_changed: tx.now })
  },

  forgetContact({ tx, path, caller }) {
    const { list, contact } = contactOfPath(tx, path)
    if (isMember(contact)) return forgetMember(tx, list, contact, caller)
    dropSmsChannel(tx, contact)
    dropTaggingsAbout(tx, contact)
    removePhoneContact(tx, list, contact)
  },
} satisfies Partial<Operations>

function termsOf(query: Call<'createContact'>['query'], caller: Call<'createContact'>['caller']): Terms {
  return {
    by: query.data_mode === 'historical' ? { ...caller, quiet: true } : caller,
    strict: query.merge_field_validation_mode !== 'ignore_required_checks',
  }
}
