import type { ServiceSchemas } from '../../../kernel/contract/service.ts'
import { pick } from '../../../kernel/support/pick.ts'
import { type Seconds, timestamp } from '../../../kernel/support/time.ts'
import { isUnchangedBy } from '../../../kernel/support/equal.ts'
import { defineTable } from '../../../kernel/world/table.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { errors } from '../answers/errors.ts'
import { linksOf } from '../answers/links.ts'
import type { Operations } from '../requests/operation.ts'
import { pageOf } from '../requests/paging.ts'
import { accountOf } from '../root/account.ts'
import type { CampaignRow } from './campaign.ts'
import { shownCampaign } from './find.ts'

/** A comment on a campaign. */
export interface FeedbackRow {
  readonly seq: number
  readonly campaign_id: string
  readonly feedback_id: number
  /** The comment that it replies to; 0 if there is none. */
  readonly parent_id: number
  readonly block_id: number
  readonly message: string
  readonly is_complete: boolean
  readonly created_by: string
  readonly created_at: Seconds
  readonly updated_at: Seconds
  readonly source: ServiceSchemas['CampaignFeedback']['source']
}

export const campaignFeedback = defineTable<FeedbackRow>()('campaign_feedback', { key: ['campaign_id', 'feedback_id'] })

/** The fields of a new comment: its text, and optionally any other field of its row. */
export type NewFeedback = Pick<FeedbackRow, 'message'> & Partial<Omit<FeedbackRow, 'seq' | 'campaign_id' | 'feedback_id'>>

/** Adds a comment to a campaign. */
export function makeFeedback(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>, fields: NewFeedback): FeedbackRow {
  const { first_name, last_name } = accountOf(tx)
  const created_at = fields.created_at ?? tx.now
  return tx.insert(campaignFeedback, {
    campaign_id,
    feedback_id: tx.count(`campaign_feedback.${campaign_id}`),
    parent_id: 0,
    block_id: 0,
    is_complete: false,
    created_by: `${first_name} ${last_name}`.trim(),
    source: 'api',
    ...fields,
    created_at,
    updated_at: fields.updated_at ?? created_at,
  })
}

/** Removes the comments on a deleted campaign. */
export function dropFeedback(tx: Tx, { id: campaign_id }: Pick<CampaignRow, 'id'>): void {
  tx.removeAll(campaignFeedback.key, { campaign_id })
}

const CHANGEABLE = ['message', 'block_id', 'is_complete'] as const

export const feedbackOperations = {
  getCampaignFeedback({ tx, path, query: { count = Infinity, offset } }) {
    const { id: campaign_id } = shownCampaign(tx, path.campaign_id)
    const all = tx.range(campaignFeedback.key, { campaign_id })
    return {
      feedback: pageOf(all, { count, offset }).map((row) => feedbackView(tx, row)),
      campaign_id,
      total_items: all.count,
      _links: linksOf(tx, 'CampaignFeedbackCollection', { campaign_id }),
    }
  },

  createCampaignFeedback({ tx, path, body }) {
    const { message } = body
    return feedbackView(tx, makeFeedback(tx, shownCampaign(tx, path.campaign_id), { ...pick(body, CHANGEABLE), message }))
  },

  getCampaignFeedbackMessage({ tx, path }) {
    return feedbackView(tx, feedbackOrThrow(tx, path))
  },

  updateCampaignFeedbackMessage({ tx, path, body }) {
    const before = feedbackOrThrow(tx, path)
    const changes = pick(body, CHANGEABLE)
    if (isUnchangedBy<Partial<FeedbackRow>>(before, changes)) return feedbackView(tx, before)
    return feedbackView(tx, tx.put(campaignFeedback, { ...before, ...changes, updated_at: tx.now }))
  },

  deleteCampaignFeedbackMessage({ tx, path }) {
    tx.remove(campaignFeedback, feedbackOrThrow(tx, path))
  },
} satisfies Partial<Operations>

function feedbackOrThrow(tx: Tx, path: { readonly campaign_id: string; readonly feedback_id: string }): FeedbackRow {
  const { id: campaign_id } = shownCampaign(tx, path.campaign_id)
  const feedback_id = /^[1-9]\d{0,14}$/.test(path.feedback_id) ? Number(path.feedback_id) : 0
  const found = tx.first(campaignFeedback.key, { campaign_id, feedback_id })
  if (!found) throw errors.notFound(`the campaign ${campaign_id} has no feedback ${path.feedback_id.slice(0, 64)}`)
  return found
}

function feedbackView(tx: Tx, row: FeedbackRow): ServiceSchemas['CampaignFeedback'] {
  const { seq: _seq, campaign_id, feedback_id, created_at, updated_at, ...fields } = row
  const times = { created_at: timestamp(created_at), updated_at: timestamp(updated_at) }
  return { feedback_id, ...fields, ...times, campaign_id, _links: linksOf(tx, 'CampaignFeedback', { campaign_id, feedback_id }) }
}
