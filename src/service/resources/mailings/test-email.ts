import type { Tx } from '../../../kernel/world/tx.ts'
import { fillTags, type TagLookup } from './merge-tags.ts'
import { commonTags, type MailingToSend } from './prepare.ts'
import { commonTag } from './render.ts'

/** The names of personal tags besides those of merge fields. */
const PERSONAL: { readonly [tag: string]: string } = {
  EMAIL: 'Email Address',
  UNIQID: 'Unique ID',
  OPTIN_DATE: 'Opt-in Date',
  INTERESTS: 'Interests',
}

/** A test of a mailing: personal tags show their names, and links are neither tracked nor personal. */
export function renderTest(tx: Tx, mailing: MailingToSend, type: 'html' | 'plaintext') {
  const { common, fields } = commonTags(tx, mailing)
  const names = new Map(
    fields.flatMap(({ tag, merge_id, name }) => [
      [tag.toUpperCase(), name],
      [`MERGE${merge_id}`, name],
    ]),
  )
  const lookUp: TagLookup = (tag) => {
    if (tag === 'UNSUB' || tag === 'UPDATE_PROFILE' || tag === 'FORWARD') return '#'
    if (tag === 'ARCHIVE_PAGE') return ''
    const name = names.get(tag) ?? PERSONAL[tag] ?? (tag === 'MERGE0' ? PERSONAL['EMAIL'] : undefined)
    return name === undefined ? commonTag({ subject_line: mailing.subject_line, common }, tag, lookUp) : `<< Test ${name} >>`
  }
  return {
    subject: `[Test] ${fillTags(mailing.subject_line, lookUp, { html: false })}`,
    text: fillTags(mailing.text, lookUp, { html: false }),
    html: type === 'html' ? fillTags(mailing.html, lookUp, { html: true }) : '',
  }
}
