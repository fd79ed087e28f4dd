import type { ControlQueryOf, ControlSchemas } from '../../../kernel/contract/control.ts'
import { emails, type EmailRow } from '../../../service/model/emails/email.ts'
import { type EmailContent, emailContent } from '../../../service/rules/mailings/render.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import type { ControlOperations } from '../context.ts'
import { ControlError } from '../errors.ts'
import { instantOrThrow, SHOWN } from '../parameters.ts'
import { readWait, waitAndView } from '../waits/wait.ts'
import { Links, rootFinder } from '../words/links.ts'

export const emailOperations = {
  async getEmails({ context, handle, query, signal }) {
    const { at_least = 1, limit = SHOWN, offset = 0, order = 'asc' } = query
    const fits = emailTest(query)
    context.scheduler.sync(handle)
    const done = () => findFittingEmails(handle.world, fits).length >= at_least
    return waitAndView(context, handle, { done, waitMs: readWait(query.wait), signal }, () => {
      const found = findFittingEmails(handle.world, fits)
      if (order === 'desc') found.reverse()
      return {
        emails: emailViews(handle.world, found.slice(offset, offset + limit)),
        total: found.length,
        evicted: evictedEmails(handle.world),
      }
    })
  },

  getEmail({ context, handle, path: { email_id: id } }) {
    context.scheduler.sync(handle)
    const email = /^\d{1,15}$/.test(id) ? peek(handle.world, (tx) => tx.first(emails.key, { id: Number(id) })) : undefined
    const [view] = emailViews(handle.world, email ? [email] : [])
    if (view) return view
    throw new ControlError(404, `There is no email ${id.slice(0, 100)} (any more). GET .../emails lists them.`)
  },
} satisfies Partial<ControlOperations>

/** Emails of a world that fit a filter. A filter by text reads the content of each. */
function findFittingEmails(world: WorldState, fits: EmailTest): EmailRow[] {
  return peek(world, (tx) =>
    tx
      .range(emails.key)
      .all()
      .filter((email) => fits(email, () => emailContent(tx, email))),
  )
}

type EmailQuery = Pick<ControlQueryOf<'getEmails'>, 'to' | 'kind' | 'since' | 'until' | 'after' | 'before' | 'text'>

/** Whether an email fits a filter; its content is made only if the filter asks for it. */
type EmailTest = (email: EmailRow, content: () => EmailContent) => boolean

/** The test for a filter. */
function emailTest({ to, kind, since, until, after = 0, before = Number.POSITIVE_INFINITY, text }: EmailQuery): EmailTest {
  const address = to?.toLowerCase()
  const from = since === undefined ? 0 : instantOrThrow('since', since)
  const end = until === undefined ? Number.POSITIVE_INFINITY : instantOrThrow('until', until)
  const wantedText = text?.toLowerCase()
  return (email, content) =>
    (address === undefined || email.to.toLowerCase() === address) &&
    (kind === undefined || email.kind === kind) &&
    email.at * 1000 >= from &&
    email.at * 1000 < end &&
    email.id > after &&
    email.id < before &&
    (wantedText === undefined || wholeText(email, content()).toLowerCase().includes(wantedText))
}

function wholeText({ to }: EmailRow, { subject, text, html }: EmailContent): string {
  return `${to}\n${subject}\n${text}\n${html}`
}

/** Number of evicted emails: ids start at 1, and the oldest emails are evicted first. */
export function evictedEmails(world: WorldState): number {
  return (peek(world, (tx) => tx.range(emails.key).first())?.id ?? 1) - 1
}

/** Views of emails, with the cause of each. */
function emailViews(world: WorldState, rows: readonly EmailRow[]): ControlSchemas['Email'][] {
  const transactions = new Links(world)
  const rootOf = rootFinder(world, transactions)
  return rows.map((row) => {
    const { seq, id, at, to, kind, code, mailing_id, journey, notification } = row
    const creation = transactions.creatorOf(seq)
    const {
      subject,
      text,
      html,
      links,
      campaign_id = mailing_id,
      list_id,
      to_name,
      from,
      reply_to,
      headers,
    } = peek(world, (tx) => emailContent(tx, row))
    return {
      id,
      at: isoMillis(at * 1000),
      to,
      kind,
      ...(campaign_id === undefined ? {} : { campaign_id }),
      ...(journey === undefined ? {} : { journey_id: journey.id, step_id: journey.step_id }),
      ...(notification === undefined ? {} : about(notification)),
      ...(list_id === undefined ? {} : { list_id }),
      ...(to_name === undefined ? {} : { to_name }),
      ...(from === undefined ? {} : { from }),
      ...(reply_to === undefined ? {} : { reply_to }),
      subject,
      text,
      html,
      ...(code === '' ? {} : { code }),
      links,
      ...(headers === undefined ? {} : { headers }),
      cause: rootOf(creation?.cause, creation),
    }
  })
}

function about({ kind, store_id, order_id }: NonNullable<EmailRow['notification']>) {
  return { notification: kind, store_id, order_id }
}
