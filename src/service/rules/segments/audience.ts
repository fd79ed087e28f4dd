import type {
  ConditionAudience,
  AutomationProgress,
  Basket,
  ByContact,
  CampaignAction,
  MergeType,
  Purchases,
  SentCampaign,
} from '../../conditions/condition.ts'
import type { Seconds } from '../../../kernel/support/time.ts'
import type { Row, Table } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { automationPasses } from '../../model/automations/automation.ts'
import { campaignActions, campaigns, findLastCampaign, recipients, findSends } from '../../model/campaigns/campaign.ts'
import { interestCategories, interests, type InterestCategoryRow } from '../../model/interests/interest.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { mergeFields } from '../../model/merge-fields/merge-field.ts'
import { findBaskets, findPurchases, purchaseTables } from '../purchases/purchases.ts'
import { segments, taggings } from '../../model/segments/segment.ts'

/** Every table that an audience reads. */
export const audienceTables: readonly Table<Row>[] = [
  mergeFields,
  interestCategories,
  interests,
  segments,
  taggings,
  campaigns,
  recipients,
  campaignActions,
  automationPasses,
  ...purchaseTables,
]

/** A list as the conditions of its segments see it. Lookups are lazy and cached. */
export class ListAudience implements ConditionAudience {
  readonly #tx: Tx
  readonly #list: ListRow
  readonly #list_id: string
  readonly #sets = new Map<string, ReadonlySet<string>>()

  constructor(tx: Tx, list: ListRow) {
    this.#tx = tx
    this.#list = list
    this.#list_id = list.id
  }

  get now(): Seconds {
    return this.#tx.now
  }

  mergeType(tag: string): MergeType | undefined {
    return this.#tx.first(mergeFields.byTag, { list_id: this.#list_id, tag })?.type
  }

  hasCategory(category: string): boolean {
    return this.#category(category) !== undefined
  }

  interestId(category: string, interest: string | number): string | undefined {
    const found = this.#category(category)
    if (!found) return undefined
    const inCategory = this.#tx.range(interests.byCategory, { list_id: this.#list_id, category_id: found.id }).all()
    return inCategory.find(({ id, number }) => id === interest || number === interest)?.id
  }

  inSegment(id: number, type: 'static' | 'fuzzy'): ReadonlySet<string> | undefined {
    const segment = this.#tx.first(segments.key, { list_id: this.#list_id, id })
    if (segment?.type !== type) return undefined
    return this.#cached(`segment ${id}`, (add) => this.#tx.range(taggings.bySegment, { segment_id: id }).each(add))
  }

  campaign(webId: string): SentCampaign | undefined {
    const campaign = this.#tx.first(campaigns.byWebId, { web_id: Number(webId) })
    return campaign?.list_id === this.#list_id ? campaign : undefined
  }

  lastCampaign(): SentCampaign | undefined {
    return findLastCampaign(this.#tx, { id: this.#list_id })
  }

  sentTo(campaign: SentCampaign | 'any'): ReadonlySet<string> {
    return this.#cached(`sent ${nameSentCampaign(campaign)}`, (add) => {
      for (const { id } of this.#campaignsOf(campaign)) this.#tx.range(recipients.key, { campaign_id: id }).each(add)
    })
  }

  reactedTo(action: CampaignAction, campaign: SentCampaign | 'any'): ReadonlySet<string> {
    return this.#cached(`${action} ${nameSentCampaign(campaign)}`, (add) => {
      for (const { id } of this.#campaignsOf(campaign)) {
        this.#tx.range(campaignActions.byCampaign, { campaign_id: id, action }).each(add)
      }
    })
  }

  automation(webId: string): string | undefined {
    const campaign = this.#tx.first(campaigns.byWebId, { web_id: Number(webId) })
    if (!campaign?.workflow || campaign.list_id !== this.#list_id) return undefined
    return campaign.parent_id === '' ? campaign.id : campaign.parent_id
  }

  inAutomation(progress: AutomationProgress, workflow_id: string): ReadonlySet<string> {
    return this.#cached(`${progress} ${workflow_id}`, (add) => {
      this.#tx.range(automationPasses.key, { workflow_id }).each((pass) => {
        if (progress === 'started' ? pass.entered_at > 0 : pass.completed_at > 0) add(pass)
      })
    })
  }

  purchases(): ByContact<Purchases> {
    return findPurchases(this.#tx, this.#list)
  }

  baskets(): ByContact<Basket> {
    return findBaskets(this.#tx, this.#list)
  }

  /** The campaigns that were sent to recipients: all campaigns of the list, or one campaign, or its issues or versions. */
  #campaignsOf(campaign: SentCampaign | 'any'): readonly SentCampaign[] {
    if (campaign === 'any') return this.#tx.range(campaigns.byList, { list_id: this.#list_id }).all()
    const row = this.#tx.first(campaigns.key, { id: campaign.id })
    return row ? findSends(this.#tx, row) : []
  }

  /** A category by its id, or by its number in digits. */
  #category(category: string): InterestCategoryRow | undefined {
    const byId = this.#tx.first(interestCategories.key, { list_id: this.#list_id, id: category })
    if (byId || !/^\d+$/.test(category)) return byId
    const ofList = this.#tx.range(interestCategories.byOrder, { list_id: this.#list_id }).all()
    return ofList.find(({ number }) => number === Number(category))
  }

  #cached(name: string, collect: (add: (row: { readonly contact_id: string }) => void) => void): ReadonlySet<string> {
    const existing = this.#sets.get(name)
    if (existing) return existing
    const contacts = new Set<string>()
    collect((row) => contacts.add(row.contact_id))
    this.#sets.set(name, contacts)
    return contacts
  }
}

function nameSentCampaign(campaign: SentCampaign | 'any'): string {
  return campaign === 'any' ? campaign : campaign.id
}
