import { html } from 'hono/html'
import {
  archivePage,
  followLink,
  loadPixel,
  memberOfUrl,
  unsubscribeByUrl,
} from '../../../service/rules/campaigns/engagement/visit.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { peek, rehearse } from '../../../kernel/world/tx.ts'
import type { PublicOperations } from '../operation.ts'
import { image, redirect, text, userPage } from '../reply.ts'
import { choiceInput, groupInput } from './inputs.ts'
import { ownPage } from './layout.ts'

export const campaignPageOperations = {
  async trackClick({ call, handle, query: { id = '', e = '', o: about_id }, run }) {
    // A HEAD request only checks whether the link exists and must not count.
    const location =
      call.method === 'HEAD'
        ? rehearse(handle.world, (tx) => followLink(tx, id, e, { isSilent: true, about_id }))
        : await run((tx) => followLink(tx, id, e, { isSilent: false, about_id }))
    return location === undefined ? text(404, 'There is no such link.') : redirect(location)
  },

  async trackOpen({ call, query: { id = '', e = '', f }, run }) {
    if (call.method !== 'HEAD') await run((tx) => loadPixel(tx, id, e, { isForwarded: f !== undefined }))
    return image('image/gif', PIXEL)
  },

  showUnsubscribeForm({ handle, query: { id = '', e = '' } }) {
    const found = peek(handle.world, (tx) => memberOfUrl(tx, id, e))
    if (!found) return noSuchMember()
    const { list, member } = found
    return ownPage(
      200,
      'Unsubscribe',
      html`<h1>Unsubscribe from ${list.name}</h1>
        <p>${member.email_address} will not get any more emails of this list.</p>
        <form method="post" class="fields">
          ${groupInput(
            { name: 'reason', label: 'Why do you leave?' },
            REASONS.map((reason) => choiceInput({ name: 'reason' }, 'radio', [reason, reason], false)),
          )}
          <button class="main">Unsubscribe</button>
        </form>`,
    )
  },

  async unsubscribe({ handle, query: { id = '', e = '', c = '' }, form, run }) {
    const found = peek(handle.world, (tx) => memberOfUrl(tx, id, e))
    if (!found) return noSuchMember()
    const reason = (form.get('reason') ?? '').slice(0, REASON_CHARS_MAX)
    const wasSubscribed = await run((tx) => {
      const current = memberOfUrl(tx, id, e)
      return current !== undefined && unsubscribeByUrl(tx, current, { campaign_id: c, reason })
    })
    const title = wasSubscribed ? 'You are unsubscribed' : 'You are not subscribed'
    const { list, member } = found
    return ownPage(
      200,
      title,
      html`<h1>${title}</h1>
        <p>${member.email_address} gets no emails of ${list.name}.</p>`,
    )
  },

  showCampaignArchive({ handle, query: { id = '' } }) {
    const page = peek(handle.world, (tx) => archivePage(tx, id))
    if (!page) return text(404, 'There is no such campaign, or nothing of it was sent.')
    return 'html' in page ? userPage(page.html) : text(200, page.text)
  },
} satisfies Partial<PublicOperations>

const REASONS = ['I no longer want these emails', 'I never signed up', 'The emails are inappropriate', 'The emails are spam']

/** Maximum number of characters of a reason. */
const REASON_CHARS_MAX = 255

/** A transparent image of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The page for a personal URL that names no member. */
export function noSuchMember(): Promise<Reply> {
  return ownPage(
    404,
    'There is no such member',
    html`<h1>There is no such member</h1>
      <p>The address of this page is incomplete or outdated.</p>`,
  )
}
