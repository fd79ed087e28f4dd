import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import type { CampaignRow } from '../../model/campaigns/campaign.ts'
import { saveContent } from '../../rules/campaigns/content/save.ts'
import { campaignFeedback } from '../../model/campaigns/feedback.ts'
import { makeFeedback } from '../../rules/campaigns/feedback.ts'
import { saveVersions } from '../../rules/campaigns/variate.ts'
import { htmlFrom, saveHtml } from '../../rules/campaigns/content/html.ts'
import { templates } from '../../model/templates/template.ts'
import type { Tx } from '../../../kernel/world/tx.ts'
import { runBelowPath, ScenarioDataError } from '../read/scenario-error.ts'
import { dated } from './instants.ts'

type Content = ScenarioSchemas['CampaignContent']

/** Gives a campaign of a scenario its content. */
export function plantContent(tx: Tx, campaign: CampaignRow, content: Content): CampaignRow {
  return runBelowPath(['content'], () => plantParts(tx, campaign, content))
}

function plantParts(tx: Tx, campaign: CampaignRow, { plain_text, versions, ...content }: Content): CampaignRow {
  if (content.html !== undefined && content.template)
    throw new ScenarioDataError(['template'], 'must be left out if there is html')
  if (plain_text !== undefined) saveContent(tx, campaign, { plain_text, own_text: true })
  const withHtml = plantHtml(tx, campaign, content)
  return versions ? plantVersions(tx, withHtml, versions) : withHtml
}

function plantHtml(tx: Tx, campaign: CampaignRow, { html, template }: Pick<Content, 'html' | 'template'>): CampaignRow {
  if (template && tx.first(templates.key, { id: template.id })?.status !== 'active')
    throw new ScenarioDataError(['template'], `must have the id of an active template, but ${template.id} is none`)
  const sources = { ...(html === undefined ? {} : { html }), ...(template ? { template } : {}) }
  const source = htmlFrom(tx, sources, { fetched: undefined })
  return source ? saveHtml(tx, campaign, source, source.options) : campaign
}

function plantVersions(tx: Tx, campaign: CampaignRow, versions: NonNullable<Content['versions']>): CampaignRow {
  if (!campaign.variate)
    throw new ScenarioDataError(['versions'], 'must be left out, since only campaigns of the type variate have several')
  const labelled = versions.map(({ label: content_label, html = '', plain_text }) => ({ content_label, html, plain_text }))
  return saveVersions(tx, campaign, campaign.variate, labelled)
}

export function plantFeedback(tx: Tx, campaign: CampaignRow, comments: readonly ScenarioSchemas['CampaignComment'][]): void {
  for (const [i, comment] of comments.entries()) {
    runBelowPath(['feedback', i], () => {
      const { parent_id = 0 } = comment
      if (parent_id !== 0 && !tx.first(campaignFeedback.key, { campaign_id: campaign.id, feedback_id: parent_id }))
        throw new ScenarioDataError(['parent_id'], `must be the number of a comment before this one, but ${parent_id} is none`)
      makeFeedback(tx, campaign, dated(tx, comment, ['created_at']))
    })
  }
}
