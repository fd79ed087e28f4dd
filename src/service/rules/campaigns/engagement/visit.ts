import { escapeHtml } from '../../../../kernel/support/escape.ts'
import { isMoveAllowed } from '../../../../kernel/world/machine.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { linkParameter } from '../../../vocabulary/world-vocabulary.ts'
import { subjectOfLink } from '../../../model/automations/automation.ts'
import { emailBody } from '../../../model/emails/email.ts'
import { sendEmail } from '../../emails/send.ts'
import { type ListRow, lists } from '../../../model/lists/list.ts'
import { archiveHtml } from '../../mailings/archive.ts'
import { type MailingRow, mailings, trackedLinks } from '../../../model/mailings/mailing.ts'
import { fillTags } from '../../mailings/merge-tags.ts'
import { personalUrl, tagsFor } from '../../mailings/render.ts'
import { checkAddress } from '../../members/address.ts'
import { memberMachine } from '../../members/machine.ts'
import { type MemberRow, members } from '../../../model/members/member.ts'
import { saveMember } from '../../members/save.ts'
import { withOwnAddress } from '../../urls/own-address.ts'
import { readAccount } from '../../../model/root/account.ts'
import { type CampaignRow, campaigns, findRecipient } from '../../../model/campaigns/campaign.ts'
import { readCampaignContent, makeMailing, archiveUrl } from '../../../model/campaigns/content.ts'
import { shownContent } from '../content/save.ts'
import { record, recordClick, recordForward, recordLeave, recordOpen } from './actions.ts'

/** Links of emails lead to the web, also those whose address is the value of a merge tag. */
const WEB = /^https?:\/\//i

/** A recipient follows a tracked link. Returns where it leads, or `undefined` if there is no such link. */
export function followLink(
  tx: Tx,
  id: string,
  unique_email_id: string,
  { isSilent, about_id = '' }: { readonly isSilent: boolean; readonly about_id?: string | undefined },
): string | undefined {
  const link = tx.first(trackedLinks.byId, { id })
  const mailing = link && tx.first(mailings.key, { id: link.mailing_id })
  if (!link || !mailing) return undefined
  const campaign = tx.first(campaigns.key, { id: link.mailing_id })
  const recipient = recipientNamed(tx, campaign, unique_email_id)
  if (campaign && recipient && !isSilent) recordClick(tx, campaign, recipient, { url: link.url })
  const about = recipient && campaign?.workflow ? subjectOfLink(tx, campaign, recipient, about_id) : undefined
  const written = recipient
    ? fillTags(link.url, tagsFor(tx.world.base_url, mailing, recipient, about), { html: false })
    : link.url
  const url = withOwnAddress(tx.world, written)
  return WEB.test(url) && URL.canParse(url) ? withAnalytics(tx, url, mailing, recipient) : undefined
}

/** The image of an email is loaded, by its recipient or by a friend to whom it was forwarded. */
export function loadPixel(tx: Tx, id: string, unique_email_id: string, { isForwarded }: { readonly isForwarded: boolean }): void {
  const campaign = tx.first(campaigns.key, { id })
  const recipient = recipientNamed(tx, campaign, unique_email_id)
  if (!campaign?.tracking.opens || !recipient) return
  if (isForwarded) record(tx, campaign, recipient, { action: 'forward_open' })
  else recordOpen(tx, campaign, recipient)
}

/** The campaign and the recipient that a URL to forward names. */
export function forwardedBy(
  tx: ReadTx,
  id: string,
  unique_email_id: string,
): { readonly campaign: CampaignRow; readonly recipient: MemberRow } | undefined {
  const campaign = tx.first(campaigns.key, { id })
  const recipient = recipientNamed(tx, campaign, unique_email_id)
  return campaign && recipient ? { campaign, recipient } : undefined
}

/** A recipient forwards a campaign to a friend, who gets an email about it. Throws an `Invalid Resource` if the address is invalid. */
export function forwardByUrl(
  tx: Tx,
  id: string,
  unique_email_id: string,
  { to, message }: { readonly to: string; readonly message: string },
): void {
  const found = forwardedBy(tx, id, unique_email_id)
  if (!found) return
  checkAddress(tx, to)
  const { campaign, recipient } = found
  recordForward(tx, campaign, recipient)
  const { base_url } = tx.world
  const body = emailBody(
    `${recipient.email_address} thought that you might like this email.`,
    ...(message === '' ? [] : [message]),
    { words: campaign.subject_line, href: archiveUrl(tx, campaign) },
  )
  const pixel = personalUrl(base_url, 'track/open', { u: readAccount(tx).account_id, id, e: unique_email_id, f: '1' })
  const image = campaign.tracking.opens ? `\n<img src="${escapeHtml(pixel)}" width="1" height="1" alt="">` : ''
  sendEmail(tx, {
    kind: 'forward',
    code: '',
    to,
    subject: `Fwd: ${campaign.subject_line}`,
    ...body,
    html: `${body.html}${image}`,
  })
}

function recipientNamed(tx: ReadTx, campaign: CampaignRow | undefined, unique_email_id: string): MemberRow | undefined {
  const member = tx.first(members.byUniqueId, { unique_email_id })
  return member && campaign && findRecipient(tx, campaign, member.contact_id) ? member : undefined
}

/** A URL with the parameters of web analytics and of shops, if the mailing has them. */
function withAnalytics(
  tx: ReadTx,
  written: string,
  { id, list_name, tracking }: MailingRow,
  recipient: MemberRow | undefined,
): string {
  const url = new URL(written)
  const { google_analytics, ecomm360 } = tracking
  if (google_analytics !== '') {
    const utm = { utm_source: list_name, utm_campaign: google_analytics, utm_medium: 'email', utm_term: `${id}-${list_name}` }
    for (const [name, value] of Object.entries(utm)) url.searchParams.set(name, value)
  }
  if (ecomm360) {
    url.searchParams.set(linkParameter(tx.settings, 'cid'), id)
    if (recipient) url.searchParams.set(linkParameter(tx.settings, 'eid'), recipient.unique_email_id)
  }
  return url.href
}

/** The member of a list that a personal URL names. */
export function memberOfUrl(
  tx: ReadTx,
  list_id: string,
  unique_email_id: string,
): { readonly list: ListRow; readonly member: MemberRow } | undefined {
  const list = tx.first(lists.key, { id: list_id })
  const member = tx.first(members.byUniqueId, { unique_email_id })
  return list && member?.list_id === list.id ? { list, member } : undefined
}

/** A member unsubscribes on the page of the service. Returns whether the member was subscribed. */
export function unsubscribeByUrl(
  tx: Tx,
  { list, member }: { readonly list: ListRow; readonly member: MemberRow },
  { campaign_id, reason }: { readonly campaign_id: string; readonly reason: string },
): boolean {
  if (!isMoveAllowed(memberMachine, member, 'unsubscribe_self')) return false
  const campaign = tx.first(campaigns.key, { id: campaign_id })
  const isRecipient = campaign !== undefined && findRecipient(tx, campaign, member.contact_id) !== undefined
  if (campaign && isRecipient) recordLeave(tx, campaign, member, 'unsub', reason)
  const occasion = { reason: 'manual', ...(isRecipient ? { campaign_id } : {}) }
  const by = { ip: tx.settings.caller_address, source: 'user', occasion } as const
  saveMember(tx, list, member, reason === '' ? {} : { unsubscribe_reason: reason }, by, 'unsubscribe_self')
  return true
}

/** The archive page of a campaign of which something was sent. */
export function archivePage(tx: ReadTx, id: string): { readonly html: string } | { readonly text: string } | undefined {
  const campaign = tx.first(campaigns.key, { id })
  if (!campaign || !ARCHIVED.has(campaign.status)) return undefined
  const { html, plain_text } = shownContent(tx, readCampaignContent(tx, campaign))
  return html === '' ? { text: plain_text } : { html: withOwnAddress(tx.world, archiveHtml(tx, makeMailing(tx, campaign))) }
}

const ARCHIVED: ReadonlySet<CampaignRow['status']> = new Set(['sending', 'sent', 'canceling', 'canceled'])
