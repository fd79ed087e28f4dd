import type { ServiceSchemas } from '../../../../kernel/contract/service.ts'
import type { ReadTx, Tx } from '../../../../kernel/world/tx.ts'
import { errors } from '../../../model/errors.ts'
import { renderLinks } from '../../../rules/answers/links.ts'
import { archiveHtml } from '../../../rules/mailings/archive.ts'
import type { Operations } from '../../../rules/requests/operation.ts'
import { withOwnAddress } from '../../../rules/urls/own-address.ts'
import type { CampaignRow } from '../../../model/campaigns/campaign.ts'
import { shownCampaign } from '../find.ts'
import { makeChecklist } from '../../../rules/campaigns/send/checklist.ts'
import { readCampaignContent, makeMailing } from '../../../model/campaigns/content.ts'
import { htmlFrom, saveHtml } from '../../../rules/campaigns/content/html.ts'
import { saveContent, shownContent } from '../../../rules/campaigns/content/save.ts'
import { feedIn, isBoundToTemplate } from '../../../rules/campaigns/content/fetch.ts'
import { saveVersions } from '../../../rules/campaigns/variate.ts'

export const contentOperations = {
  getCampaignContent({ tx, path }) {
    return contentView(tx, shownCampaign(tx, path.campaign_id))
  },

  setCampaignContent({ tx, path, body, prepared }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    if (!CHANGEABLE.has(campaign.status))
      throw errors.invalidWhole("Can only set content on campaigns with status 'save', 'paused', or 'scheduled'")
    if (body.plain_text !== undefined) saveContent(tx, campaign, { plain_text: body.plain_text, own_text: true })
    const after = body.variate_contents
      ? setVariates(tx, campaign, body.variate_contents, prepared)
      : setHtml(tx, campaign, body, prepared)
    return contentView(tx, after)
  },

  getCampaignChecklist({ tx, path, prepared }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    const items = makeChecklist(tx, campaign, feedIn(prepared))
    return {
      is_ready: items.every(({ type }) => type !== 'error'),
      items,
      _links: renderLinks(tx, 'CampaignChecklist', { campaign_id: campaign.id }),
    }
  },
} satisfies Partial<Operations>

/** The states in which the content can be set. */
const CHANGEABLE: ReadonlySet<CampaignRow['status']> = new Set(['save', 'paused', 'schedule'])

type GivenContent = ServiceSchemas['SetCampaignContent']

/** Sets the HTML from its source, if there is one. Campaigns of plain text have none. */
function setHtml(tx: Tx, campaign: CampaignRow, given: GivenContent, fetched: unknown): CampaignRow {
  if (campaign.type === 'plain-text') return campaign
  const { template } = given
  const source = htmlFrom(tx, isBoundToTemplate(tx, campaign) ? (template ? { template } : {}) : given, { fetched })
  return source ? saveHtml(tx, campaign, source, source.options) : campaign
}

/** Sets the contents of the versions of a campaign that tests several. */
function setVariates(
  tx: Tx,
  campaign: CampaignRow,
  given: NonNullable<GivenContent['variate_contents']>,
  fetched: unknown,
): CampaignRow {
  if (!campaign.variate) {
    throw errors.invalid({ field: 'variate_contents', message: 'Only campaigns of the type variate have several contents.' })
  }
  const versions = given.map(({ content_label, plain_text, ...sources }, place) => {
    const { html = '' } = htmlFrom(tx, sources, { at: `variate_contents.item:${place}.`, fetched }) ?? {}
    return { content_label, html, plain_text }
  })
  return saveVersions(tx, campaign, campaign.variate, versions)
}

function contentView(tx: ReadTx, campaign: CampaignRow): ServiceSchemas['CampaignContent'] {
  const content = readCampaignContent(tx, campaign)
  const { html, plain_text } = shownContent(tx, content)
  const variates = content.variates.map((each) => shownContent(tx, each))
  const hasVersions = campaign.variate !== undefined
  return {
    ...(hasVersions
      ? {
          variate_contents: variates.map((each) => ({
            content_label: each.content_label,
            plain_text: each.plain_text,
            html: each.html,
          })),
        }
      : {}),
    plain_text,
    ...(hasVersions ? {} : { html }),
    ...(html === '' ? {} : { archive_html: withOwnAddress(tx.world, archiveHtml(tx, makeMailing(tx, campaign))) }),
    _links: renderLinks(tx, 'CampaignContent', { campaign_id: campaign.id }),
  }
}
