import type { CampaignRow } from '../../../model/campaigns/campaign.ts'

/** Whether opens of a campaign can be counted: plain text has no image to load. */
export function countsOpens({ type, tracking }: Pick<CampaignRow, 'type' | 'tracking'>): boolean {
  return tracking.opens && type !== 'plain-text'
}
