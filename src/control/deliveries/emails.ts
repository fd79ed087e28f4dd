import type { ControlSchemas } from '../../contract/control.ts'
import { emails, type EmailRow } from '../../resources/emails/email.ts'
import { isoMillis } from '../../support/time.ts'
import { peek } from '../../world/tx.ts'
import type { WorldState } from '../../world/world.ts'
import type { ControlOperations } from '../context.ts'
import { readWait, waitAndView } from '../requests/wait.ts'

export const emailOperations = {
  async getEmails({ context, handle, query, signal }) {
    const { to, kind, at_least = 1, limit = EMAILS_SHOWN, offset = 0 } = query
    const filter = { to: to?.toLowerCase(), kind }
    context.scheduler.sync(handle)
    const done = () => matching(handle.world, filter).length >= at_least
    return waitAndView(context, handle, { done, waitMs: readWait(query.wait), signal }, () => {
      const found = matching(handle.world, filter)
      return { emails: found.slice(offset, offset + limit).map(emailView), total: found.length, evicted: evictedIn(handle.world) }
    })
  },
} satisfies Partial<ControlOperations>

/** Default limit. */
const EMAILS_SHOWN = 100

function matching(
  world: WorldState,
  { to, kind }: { readonly to: string | undefined; readonly kind: EmailRow['kind'] | undefined },
) {
  return peek(world, (tx) => tx.range(emails.key).all()).filter(
    (email) => (to === undefined || email.to.toLowerCase() === to) && (kind === undefined || email.kind === kind),
  )
}

/** Number of evicted emails: ids start at 1, and the oldest emails are evicted first. */
function evictedIn(world: WorldState): number {
  return (peek(world, (tx) => tx.range(emails.key).first())?.id ?? 1) - 1
}

function emailView({ id, at, to, kind, subject, text, html, code, links }: EmailRow): ControlSchemas['Email'] {
  return { id, at: isoMillis(at * 1000), to, kind, subject, text, html, ...(code === '' ? {} : { code }), links }
}
