import { html } from 'hono/html'
import { forwardByUrl, forwardedBy } from '../../../service/rules/campaigns/engagement/visit.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { peek } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { noSuchMember } from './campaigns.ts'
import { emailLine, lineInput } from './inputs.ts'
import { ownPage } from './layout.ts'
import { isInvalid, messagePage } from './subscriptions.ts'

export const forwardOperations = {
  showForwardForm({ handle, query: { id = '', e = '' } }) {
    const found = peek(handle.world, (tx) => forwardedBy(tx, id, e))
    return found ? forwardPage(200, found.campaign.subject_line) : noSuchMember()
  },

  async forwardCampaign({ handle, query: { id = '', e = '' }, form, run }) {
    const found = peek(handle.world, (tx) => forwardedBy(tx, id, e))
    if (!found) return noSuchMember()
    const to = form.get('email')?.trim() ?? ''
    const message = (form.get('message') ?? '').slice(0, MESSAGE_CHARACTERS_MAX)
    try {
      await run((tx) => forwardByUrl(tx, id, e, { to, message }))
    } catch (error) {
      if (!isInvalid(error)) throw error
      return forwardPage(400, found.campaign.subject_line, { to, message, wrong: error.refusal.detail })
    }
    return messagePage(200, 'The email is forwarded', `${found.campaign.subject_line} is on its way to ${to}.`)
  },
} satisfies Partial<PublicOperations>

/** Maximum number of characters of a message to a friend. */
const MESSAGE_CHARACTERS_MAX = 2_000

/** The page with the form, either empty or as filled in, with its error. */
function forwardPage(status: number, subject: string, { to = '', message = '', wrong = '' } = {}): Promise<Reply> {
  return ownPage(
    status,
    'Forward to a friend',
    html`<h1>Forward to a friend</h1>
      <p>${subject}</p>
      <form class="fields" method="post">
        ${emailLine({ name: 'email', label: 'Email address of your friend', isRequired: true, value: to, autocomplete: 'off', wrong })}
        ${lineInput({ name: 'message', label: 'Message', value: message })}
        <button class="main">Forward</button>
      </form>`,
  )
}
