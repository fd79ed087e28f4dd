import { DAY_S } from '../../../kernel/support/units-of-time.ts'
import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { labelMember } from '../../rules/conversations/write.ts'
import type { ListRow } from '../../model/lists/list.ts'
import type { MemberMove } from '../../rules/members/machine.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { CampaignLedger } from './campaign-ledger.ts'
import type { Posting, CampaignRecipient } from './campaign-posting.ts'
import type { Chance, Pools } from './people.ts'

/** The data that the behavior of recipients depends on. */
interface RecipientOptions {
  readonly now: Seconds
  readonly list: ListRow
  readonly ledger: CampaignLedger
  readonly rates: Required<ScenarioSchemas['CampaignRates']>
  readonly pools: Pools
  readonly chance: Chance
}

/** The habits of a recipient: how readily they open (from -1 to 1, 0 is average), from where, and in which program. */
interface Habits {
  readonly zeal: number
  readonly ip: string
  readonly client: string
}

const CLIENTS = ['Apple Mail', 'Gmail', 'Gmail', 'iPhone', 'iPhone', 'Outlook', 'Thunderbird', 'Yahoo! Mail']

const MINUTE_S = 60
/** Longest time until a mailbox rejects an email. */
const BOUNCED_WITHIN_S = 10 * MINUTE_S
/** Longest time until a campaign is first opened, and until it is opened again or answered; usually much shorter. */
const OPENED_WITHIN_S = 7 * DAY_S
const AGAIN_WITHIN_S = 2 * DAY_S
/** Probability that an open or click is followed by another. */
const AGAIN = 0.25
const LINKS = 5
/** Share of replies that are answered, and of forwarded copies that are opened. */
const ANSWERED = 0.5
const SEEN = 0.7

/**
 * Simulates how the members of a list react to one campaign after the other, by the given rates. Members do nothing after they
 * leave, or after now.
 */
export class RecipientBehavior {
  readonly #options: RecipientOptions
  readonly #site: string
  readonly #habits = new Map<CampaignRecipient, Habits>()

  constructor(given: RecipientOptions) {
    this.#options = given
    this.#site = `https://${given.list.campaign_defaults.from_email.split('@')[1] ?? 'acme.test'}`
  }

  /** Simulates the reactions of all recipients of a campaign, or of its versions, of which each recipient gets the next one. */
  take(postings: readonly Posting[]): void {
    const turns = Math.max(...postings.map(({ audience }) => audience.length))
    for (let turn = 0; turn < turns; turn++) {
      for (const posting of postings) {
        const recipient = posting.audience[turn]
        if (recipient) this.#react(posting, recipient)
      }
    }
  }

  #react(posting: Posting, recipient: CampaignRecipient): void {
    const end = Math.min(this.#options.now, recipient.until - 1)
    if (this.#bounces(posting, recipient, end)) return
    const opened = posting.campaign.send_time + this.#soon(OPENED_WITHIN_S)
    const { zeal, ip, client } = this.#habitsOf(recipient)
    const { open } = this.#options.rates
    if (opened > end || !this.#happens(open + zeal * Math.min(open, 1 - open))) return
    recipient.email_client ||= client
    posting.open(recipient, opened, ip)
    this.#opensAgain(posting, recipient, opened, end)
    this.#clicks(posting, recipient, opened, end)
    this.#sharesCampaign(posting, recipient, opened, end)
    this.#replies(posting, recipient, opened, end)
    this.#leaves(posting, recipient, end)
  }

  #bounces(posting: Posting, recipient: CampaignRecipient, end: Seconds): boolean {
    const { hard_bounce, soft_bounce } = this.#options.rates
    const at = posting.campaign.send_time + 1 + this.#options.chance.below(BOUNCED_WITHIN_S)
    const hard = this.#happens(hard_bounce) && stays(recipient)
    // A recipient who has just opened another campaign cannot bounce.
    if (at > end || at <= recipient.last || !(hard || this.#happens(soft_bounce))) return false
    posting.bounce(recipient, at, hard ? 'hard' : 'soft')
    if (hard) leave(recipient, at, 'clean')
    return true
  }

  #opensAgain(posting: Posting, recipient: CampaignRecipient, opened: Seconds, end: Seconds): void {
    for (let at = opened + this.#soon(AGAIN_WITHIN_S); at <= end && this.#happens(AGAIN); at += this.#soon(AGAIN_WITHIN_S)) {
      posting.open(recipient, at, this.#habitsOf(recipient).ip)
    }
  }

  #clicks(posting: Posting, recipient: CampaignRecipient, opened: Seconds, end: Seconds): void {
    if (!this.#happensToOpeners(this.#options.rates.click)) return
    const issue = slug(posting.campaign.title)
    let at = opened + this.#soon(MINUTE_S)
    for (let more = true; more && at <= end; more = this.#happens(AGAIN), at += this.#soon(MINUTE_S)) {
      posting.click(
        recipient,
        at,
        this.#habitsOf(recipient).ip,
        `${this.#site}/${issue}/${1 + this.#options.chance.below(LINKS)}`,
      )
    }
  }

  #sharesCampaign(posting: Posting, recipient: CampaignRecipient, opened: Seconds, end: Seconds): void {
    const { like, forward } = this.#options.rates
    const liked = opened + this.#soon(MINUTE_S)
    if (this.#happensToOpeners(like) && liked <= end) posting.note(recipient, 'like', liked)
    const forwarded = opened + this.#soon(MINUTE_S)
    if (!this.#happensToOpeners(forward) || forwarded > end) return
    posting.note(recipient, 'forward', forwarded)
    const seen = forwarded + this.#soon(AGAIN_WITHIN_S)
    if (seen <= end && this.#happens(SEEN)) posting.note(recipient, 'forward_open', seen)
  }

  #replies(posting: Posting, recipient: CampaignRecipient, opened: Seconds, end: Seconds): void {
    const at = opened + this.#soon(AGAIN_WITHIN_S)
    if (!this.#happensToOpeners(this.#options.rates.reply) || at > end) return
    posting.note(recipient, 'reply', at)
    const { id: campaign_id, list_id, subject_line, from_name, from_email } = posting.campaign
    const { contact_id, email_address } = recipient.member
    const subject = `Re: ${subject_line}`
    const sender = { from_label: labelMember(recipient.member), from_email: email_address, subject }
    const answered = at + this.#soon(AGAIN_WITHIN_S)
    const isAnswered = this.#happens(ANSWERED) && answered <= this.#options.now
    const exchange = this.#oneOf(this.#options.pools.exchanges)
    const question = { by_recipient: true, ...sender, message: exchange.question, read: isAnswered, timestamp: at }
    const answer = { by_recipient: false, from_label: from_name, from_email, subject, message: exchange.answer, read: true }
    this.#options.ledger.converse({
      about: { campaign_id, list_id, contact_id, ...sender },
      messages: isAnswered ? [question, { ...answer, timestamp: answered }] : [question],
    })
  }

  #leaves(posting: Posting, recipient: CampaignRecipient, end: Seconds): void {
    const { complaint, unsubscribe } = this.#options.rates
    const complains = this.#happensToOpeners(complaint)
    const leaves = this.#happensToOpeners(unsubscribe)
    // Leaving comes after all other actions.
    const at = recipient.last + this.#soon(MINUTE_S)
    if (at > end || !stays(recipient) || !(complains || leaves)) return
    posting.note(recipient, complains ? 'abuse' : 'unsub', at)
    leave(recipient, at, 'unsubscribe_self', complains ? 'abuse' : '')
  }

  #habitsOf(recipient: CampaignRecipient): Habits {
    const cached = this.#habits.get(recipient)
    if (cached) return cached
    const { share, below } = this.#options.chance
    const made = { zeal: 2 * share() - 1, ip: `198.51.100.${1 + below(254)}`, client: this.#oneOf(CLIENTS) }
    this.#habits.set(recipient, made)
    return made
  }

  #happens(rate: number): boolean {
    return this.#options.chance.share() < rate
  }

  /** The rates are shares of all recipients, but only recipients who open can do the rest. */
  #happensToOpeners(rate: number): boolean {
    return this.#happens(rate / this.#options.rates.open)
  }

  /** A random delay: a few minutes are as likely as many hours, whatever the limit. */
  #soon(limit: Seconds): Seconds {
    const share = this.#options.chance.share()
    return 1 + Math.floor(share * share * share * share * limit)
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[this.#options.chance.below(all.length)] as T
  }
}

function stays({ until }: CampaignRecipient): boolean {
  return until === Number.POSITIVE_INFINITY
}

function leave(recipient: CampaignRecipient, at: Seconds, move: MemberMove, reason = ''): void {
  recipient.until = at
  recipient.leaving = { move, reason }
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
