import type { ServiceSchemas } from '../../contract/service.ts'
import type { Tx } from '../../world/tx.ts'
import { errors } from '../errors.ts'
import { linksOf } from '../links.ts'
import { archiveHtml } from '../mailings/archive.ts'
import { plainTextOf } from '../mailings/plain-text.ts'
import type { Operations } from '../operation.ts'
import { campaigns, type CampaignRow } from './campaign.ts'
import { checklistOf } from './checklist.ts'
import { contentOf, type LabelledContent, saveContent } from './content.ts'
import { mailingOf } from './mailing-of.ts'
import { templateOrInvalid } from './request.ts'
import { saveHtml } from './save-html.ts'
import { shownCampaign } from './shown.ts'
import { fillTemplate } from './template-content.ts'
import { withCombinations } from './variate-options.ts'

export const contentOperations = {
  getCampaignContent({ tx, path }) {
    return contentView(tx, shownCampaign(tx, path.campaign_id))
  },

  setCampaignContent({ tx, path, body }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    const { id, status } = campaign
    if (status !== 'save' && status !== 'paused')
      throw errors.badRequest(`The campaign ${id} has the status ${status}, so its content cannot change.`)
    if (body.url !== undefined || body.archive !== undefined) {
      throw errors.badRequest('maildouble imports no pages and no archives: put the HTML itself into html.')
    }
    const withText = body.plain_text === undefined ? campaign : setPlainText(tx, campaign, body.plain_text)
    const after = body.variate_contents ? setVariates(tx, withText, body.variate_contents) : setHtml(tx, withText, body)
    return contentView(tx, after)
  },

  getCampaignChecklist({ tx, path }) {
    const campaign = shownCampaign(tx, path.campaign_id)
    const items = checklistOf(tx, campaign)
    return {
      is_ready: items.every(({ type }) => type !== 'error'),
      items,
      _links: linksOf(tx, 'CampaignChecklist', { campaign_id: campaign.id }),
    }
  },
} satisfies Partial<Operations>

type Given = ServiceSchemas['SetCampaignContent']

/** Maximum number of bytes of HTML. */
const HTML_BYTES_MAX = 1_048_576

function setPlainText(tx: Tx, campaign: CampaignRow, plain_text: string): CampaignRow {
  saveContent(tx, campaign, { plain_text, own_text: true })
  return campaign
}

/** Sets the HTML from a template or as given. Campaigns of plain text have none. */
function setHtml(tx: Tx, campaign: CampaignRow, { html, template: given }: Given): CampaignRow {
  if (given) {
    const template = templateOrInvalid(tx, given.id, 'template.id')
    const { sections = {} } = given
    const filled = checkSize(fillTemplate(template.html, sections))
    const options = { template_id: template.id, drag_and_drop: template.drag_and_drop, content_type: 'template' } as const
    return saveHtml(tx, campaign, { html: filled, is_template: Object.keys(sections).length === 0 }, options)
  }
  if (html === undefined) return campaign
  return saveHtml(tx, campaign, { html: checkSize(html) }, { template_id: 0, drag_and_drop: false, content_type: 'html' })
}

function checkSize(html: string): string {
  if (Buffer.byteLength(html) > HTML_BYTES_MAX) throw errors.badRequest(`The HTML must have at most ${HTML_BYTES_MAX} bytes.`)
  return html
}

/** Sets the contents of the versions of a campaign that tests several. */
function setVariates(tx: Tx, campaign: CampaignRow, given: NonNullable<Given['variate_contents']>): CampaignRow {
  if (!campaign.variate) {
    throw errors.invalid({ field: 'variate_contents', message: 'Only campaigns of the type variate have several contents.' })
  }
  const variates = given.map(({ content_label, html: plain, plain_text, template: from }, place): LabelledContent => {
    const template = from && templateOrInvalid(tx, from.id, `variate_contents.${place}.template.id`)
    const html = checkSize(template ? fillTemplate(template.html, from?.sections ?? {}) : (plain ?? ''))
    return { content_label, html, plain_text: plain_text ?? plainTextOf(html), own_text: plain_text !== undefined }
  })
  const contents = variates.map(({ content_label }) => content_label)
  const variate = withCombinations(tx, { ...campaign.variate, contents })
  saveContent(tx, campaign, { variates })
  return tx.put(campaigns, { ...campaign, variate, options: { ...campaign.options, content_type: 'html' } })
}

function contentView(tx: Tx, campaign: CampaignRow): ServiceSchemas['CampaignContent'] {
  const { html, plain_text, variates } = contentOf(tx, campaign)
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
    ...(html === '' ? {} : { archive_html: archiveHtml(tx, mailingOf(tx, campaign)) }),
    _links: linksOf(tx, 'CampaignContent', { campaign_id: campaign.id }),
  }
}
