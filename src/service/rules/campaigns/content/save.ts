import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { withoutOwnAddress, withOwnAddress } from '../../urls/own-address.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { type Content, type CampaignContentRow, campaignContents, NO_CONTENT } from '../../../model/campaigns/content.ts'

/** Content of a row as the world shows it, with its own address. */
export function shownContent<C extends Pick<Content, 'html' | 'plain_text'>>(tx: ReadTx, content: C): C {
  const { html, plain_text } = content
  return { ...content, html: withOwnAddress(tx.world, html), plain_text: withOwnAddress(tx.world, plain_text) }
}

/** Replaces parts of the content of a campaign. */
export function saveContent(
  tx: Tx,
  { id: campaign_id }: Pick<CampaignRow, 'id'>,
  given: Partial<Omit<CampaignContentRow, 'seq' | 'campaign_id'>>,
): CampaignContentRow {
  const stored = (text: string): string => withoutOwnAddress(tx.world, text)
  const { html, plain_text, variates } = given
  const changes = {
    ...given,
    ...(html === undefined ? {} : { html: stored(html) }),
    ...(plain_text === undefined ? {} : { plain_text: stored(plain_text) }),
    ...(variates
      ? { variates: variates.map((each) => ({ ...each, html: stored(each.html), plain_text: stored(each.plain_text) })) }
      : {}),
  }
  const before = tx.first(campaignContents.key, { campaign_id })
  if (before) return tx.put(campaignContents, { ...before, ...changes })
  return tx.insert(campaignContents, { campaign_id, ...NO_CONTENT, ...changes })
}
