import { makeAbuseReport } from '../resources/list-reports/abuse-report.ts'
import type { ListRow } from '../resources/lists/list.ts'
import { campaignActions, recipients, type CampaignRow } from '../resources/campaigns/campaign.ts'
import { makeCampaign, newRecipient, type NewCampaign } from '../resources/campaigns/make.ts'
import { beginConversation, writeMessage, type NewConversation, type NewMessage } from '../resources/conversations/write.ts'
import type { Seconds } from '../support/time.ts'
import type { Tx } from '../world/tx.ts'
import { settleCounts, settleReader } from './campaign-books.ts'
import { Posting } from './campaign-posting.ts'
import { readersOf, type Reader } from './campaign-reader.ts'

/** A conversation that is to be: its messages have their times. */
export interface Thread {
  readonly about: NewConversation
  readonly messages: readonly (NewMessage & { readonly timestamp: Seconds })[]
}

/**
 * What a scenario's campaigns come to. It is gathered here first: the tables of a year of campaigns are filled in one go,
 * and members and lists are brought up to date once, when it is closed.
 */
export class CampaignLedger {
  readonly #tx: Tx
  readonly #readers = new Map<string, readonly Reader[]>()
  readonly #postings: { readonly list: ListRow; readonly posting: Posting }[] = []
  readonly #threads: Thread[] = []
  readonly #claimed = new Set<string>()

  constructor(tx: Tx) {
    this.#tx = tx
  }

  /** The members of a list, in the order in which they came. */
  readers(list: ListRow): readonly Reader[] {
    const known = this.#readers.get(list.id) ?? readersOf(this.#tx, list)
    this.#readers.set(list.id, known)
    return known
  }

  /** Sends a campaign. What comes of it is told to the posting. */
  post(list: ListRow, fields: NewCampaign & Pick<CampaignRow, 'send_time'>, audience: readonly Reader[]): Posting {
    const campaign = makeCampaign(this.#tx, list, { emails_sent: audience.length, ...fields })
    const posting = new Posting(campaign, audience)
    this.#postings.push({ list, posting })
    return posting
  }

  /** Takes an id for a conversation or a message, unless another one has it. */
  claim(what: 'conversation' | 'message', id: string): boolean {
    const name = `${what} ${id}`
    const free = !this.#claimed.has(name)
    this.#claimed.add(name)
    return free
  }

  /** Notes a conversation about a campaign. */
  converse(thread: Thread): void {
    this.#threads.push(thread)
  }

  /** Puts all that was gathered into the world. */
  close(): void {
    if (this.#postings.length === 0) return
    const tx = this.#tx
    const inOrder = this.#postings.toSorted((a, b) => a.posting.campaign.send_time - b.posting.campaign.send_time)
    tx.load(
      recipients,
      inOrder.flatMap(({ posting: { campaign, audience } }) =>
        audience.map(({ member }, i) => newRecipient(campaign, member, i)),
      ),
    )
    this.#closeDeeds(inOrder)
    for (const { about, messages } of this.#threads.toSorted((a, b) => beginOf(a) - beginOf(b))) {
      const conversation = beginConversation(tx, about)
      for (const message of messages) writeMessage(tx, conversation, message)
    }
    for (const readers of this.#readers.values()) for (const reader of readers) settleReader(tx, reader)
    for (const list of new Set(inOrder.map((each) => each.list))) {
      settleCounts(
        tx,
        list,
        inOrder.filter((each) => each.list === list).map(({ posting }) => posting),
      )
    }
  }

  #closeDeeds(postings: readonly { readonly list: ListRow; readonly posting: Posting }[]): void {
    const tx = this.#tx
    const deeds = postings.flatMap(({ list, posting }) => posting.deeds.map((deed) => ({ list, deed })))
    deeds.sort((a, b) => a.deed.at - b.deed.at)
    tx.load(
      campaignActions,
      deeds.map(({ deed }) => ({ id: tx.count('campaign_actions.id'), ...deed })),
    )
    for (const { list, deed } of deeds) if (deed.action === 'abuse') makeAbuseReport(tx, list, deed, deed.campaign_id, deed.at)
  }
}

function beginOf({ messages }: Thread): Seconds {
  return messages[0]?.timestamp ?? 0
}
