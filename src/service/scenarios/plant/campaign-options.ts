import type { ScenarioSchemas } from '../../../kernel/contract/scenario.ts'
import { campaigns, type CampaignRow } from '../../model/campaigns/campaign.ts'
import { BLANK_FIELDS, makeSender, type NewCampaign } from '../../rules/campaigns/make.ts'
import { applyRequest } from '../../rules/campaigns/request.ts'
import type { ListRow } from '../../model/lists/list.ts'
import { type SegmentRow, segments } from '../../model/segments/segment.ts'
import type { ReadTx, Tx } from '../../../kernel/world/tx.ts'
import { checkCampaignFolder } from '../generate/campaign-fields.ts'
import { runAbout, ScenarioDataError, runBelowPath } from '../read/scenario-error.ts'
import { refuseTaken, dated } from './instants.ts'
import { htmlFrom, saveHtml } from '../../rules/campaigns/content/html.ts'
import { saveContent } from '../../rules/campaigns/content/save.ts'
import { campaignFeedback } from '../../model/campaigns/feedback.ts'
import { makeFeedback } from '../../rules/campaigns/feedback.ts'
import { saveVersions } from '../../rules/campaigns/variate.ts'
import { templates } from '../../model/templates/template.ts'

export type CampaignData = ScenarioSchemas['Campaign']

/** The status of a campaign of a scenario: the given one, or else the status that follows from its times. */
export function chooseGivenStatus({ status, schedule_time, send_time, canceled_after }: CampaignData): CampaignRow['status'] {
  if (status) return status
  if (schedule_time !== undefined) return 'schedule'
  if (send_time === undefined) return 'save'
  return canceled_after === undefined ? 'sent' : 'canceled'
}

const WAS_SENT: ReadonlySet<CampaignRow['status']> = new Set(['sent', 'canceled', 'archived'])

/** Whether a campaign of a scenario was sent before the world starts, or cancelled. */
export function wasSent(data: CampaignData): boolean {
  return WAS_SENT.has(chooseGivenStatus(data))
}

/** Rejects members that a campaign of its status cannot have. */
export function checkAbsent(data: CampaignData, names: readonly (keyof CampaignData)[], why: string): void {
  const wrong = names.find((name) => data[name] !== undefined)
  if (wrong !== undefined) throw new ScenarioDataError([wrong], `must be left out, since ${why}`)
}

/** The fields that a campaign has in every status. Those of a request are checked by the rules of the service. */
export function readGivenFields(tx: Tx, list: ListRow, data: CampaignData): NewCampaign {
  refuseDuplicates(tx, data)
  checkCampaignFolder(tx, data.folder)
  const { type = 'regular', subject_line = '', variate_settings, rss_opts, ab_split_opts: ab_split } = data
  if (ab_split && type !== 'ab_split') checkAbsent(data, ['ab_split_opts'], 'only campaigns of the type ab_split have them')
  const request = {
    settings: {
      subject_line,
      ...given(data, ['title', 'preview_text', 'from_name', 'to_name', 'use_conversation', 'auto_footer']),
      ...(data.from_email === undefined ? {} : { reply_to: data.from_email }),
      ...(data.folder === undefined ? {} : { folder_id: data.folder }),
    },
    ...given(data, ['tracking', 'social_card', 'variate_settings', 'rss_opts']),
  }
  if (type === 'rss' && !wasSent(data) && !rss_opts) throw new ScenarioDataError([], 'must have rss_opts, since its type is rss')
  if (type === 'variate' && !wasSent(data) && !variate_settings)
    throw new ScenarioDataError([], 'must have variate_settings, since its type is variate')
  const before = { ...BLANK_FIELDS, ...makeSender(list), list_id: list.id, list_name: list.name, title: subject_line, type }
  const { fields } = runAbout(['from_email'], () => applyRequest(tx, before, request))
  const segment = findNamedSegment(tx, list, data)
  return {
    ...given(data, ['id', 'web_id']),
    ...fields,
    type,
    ab_split,
    segment: segment && { saved_id: segment.id },
    parent_id: data.parent ?? '',
  }
}

/** The members of some names that are given. */
function given<const Name extends keyof CampaignData>(
  data: CampaignData,
  names: readonly Name[],
): { readonly [Each in Name]?: Exclude<CampaignData[Each], undefined> } {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]]))) as {
    readonly [Each in Name]?: Exclude<CampaignData[Each], undefined>
  }
}

function refuseDuplicates(tx: ReadTx, { id, web_id, parent }: CampaignData): void {
  refuseTaken('campaigns', id, tx.first(campaigns.key, { id: id ?? '' }))
  refuseTaken('campaigns', web_id, tx.first(campaigns.byWebId, { web_id: web_id ?? 0 }), ['web_id'])
  if (parent !== undefined && !tx.first(campaigns.key, { id: parent }))
    throw new ScenarioDataError(['parent'], `must be the id of a campaign that stands before this one, but ${parent} is none`)
}

/** The segment that a campaign of a scenario names, or `undefined` if it goes to the whole list. */
export function findNamedSegment(tx: ReadTx, list: ListRow, { segment: name }: CampaignData): SegmentRow | undefined {
  if (name === undefined) return undefined
  const ofList = tx.range(segments.onList, { list_id: list.id }).all()
  const found = ofList.find((segment) => segment.name === name)
  if (!found) throw new ScenarioDataError(['segment'], `must be the name of a segment of the list, but ${name} is none`)
  return found
}

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
