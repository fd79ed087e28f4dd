import { folders } from '../../../src/service/model/folders/folder.ts'
import { lists } from '../../../src/service/model/lists/list.ts'
import { segments } from '../../../src/service/model/segments/segment.ts'
import { templates } from '../../../src/service/model/templates/template.ts'
import { timestamp } from '../../../src/kernel/support/time.ts'
import type { Tx } from '../../../src/kernel/world/tx.ts'
import type { Dice } from '../dice.ts'
import { FEED_URL } from '../triggers.ts'
import type { Bodies } from './bodies.ts'

const QUARTER_S = 900
const DAY_S = 86_400

const HTML = [
  '<p>Dear *|FNAME|*, <a href="https://acme.test/a">hats</a> <a href="*|UNSUB|*">leave</a></p>',
  '<body>*|IF:FNAME|*<a href="https://acme.test/b?e=*|EMAIL|*">Hello</a>*|ELSE:|*x*|END:IF|*</body>',
  '*|RSSITEMS:|*<a href="*|RSSITEM:URL|*">*|RSSITEM:TITLE|*</a>*|END:RSSITEMS|*',
]

const idOf = (dice: Dice, rows: readonly { readonly id: string | number }[]) =>
  rows.length > 0 ? dice.oneOf(rows).id : 'ffffffffff'

const recipients = (dice: Dice, tx: Tx) => {
  const list_id = String(idOf(dice, tx.range(lists.key).all()))
  const ofList = tx.range(segments.onList, { list_id }).all()
  const segment_opts = dice.oneOf<unknown>([
    null,
    {},
    { saved_segment_id: idOf(dice, ofList) },
    { prebuilt_segment_id: dice.oneOf(['never-opened', 'odd']) },
    { match: 'any', conditions: [{ field: 'EMAIL', op: 'contains', value: 'a' }] },
  ])
  return { list_id, ...(dice.often(30) ? { segment_opts } : {}) }
}

const settings = (dice: Dice, tx: Tx) => ({
  subject_line: dice.oneOf<unknown>(['Hats', 'Ärger & <b> *|FNAME|*', '', 7]),
  from_name: 'Acme',
  reply_to: dice.oneOf(['news@acme.test', 'news@acme.test', 'nobody']),
  ...(dice.often(20) ? { folder_id: idOf(dice, tx.range(folders.key).all()) } : {}),
  ...(dice.often(10) ? { template_id: dice.oneOf<unknown>([0, idOf(dice, tx.range(templates.key).all())]) } : {}),
})

const variate = (dice: Dice) => ({
  winner_criteria: dice.oneOf(['opens', 'clicks', 'manual', 'total_revenue']),
  subject_lines: dice.oneOf([['A', 'B'], ['A', 'B', 'C'], []]),
  test_size: dice.oneOf([50, 100]),
  wait_time: dice.oneOf([60, 90]),
})

const rss = () => ({ feed_url: FEED_URL, frequency: 'daily', schedule: { hour: 3 } })

/** Bodies for operations on campaigns; some are invalid. */
export const campaignBodies: Bodies = {
  createCampaign: (dice, tx) => {
    const type = dice.oneOf(['regular', 'regular', 'regular', 'plaintext', 'rss', 'variate', 'absplit'])
    return {
      type,
      ...(dice.often(90) ? { recipients: recipients(dice, tx), settings: settings(dice, tx) } : {}),
      ...(type === 'rss' ? { rss_opts: rss() } : {}),
      ...(type === 'variate' ? { variate_settings: variate(dice) } : {}),
      ...(dice.often(20) ? { tracking: { text_clicks: true, opens: dice.often(50) } } : {}),
    }
  },
  updateCampaign: (dice, tx) => ({
    ...(dice.often(30) ? { recipients: recipients(dice, tx) } : {}),
    ...(dice.often(50) ? { settings: { title: dice.oneOf(['One', 'Two']), ...(dice.often(50) ? settings(dice, tx) : {}) } } : {}),
    ...(dice.often(20) ? { social_card: { description: 'Hats' } } : {}),
  }),
  setCampaignContent: (dice, tx) => ({
    ...(dice.often(80) ? { html: dice.oneOf(HTML) } : {}),
    ...(dice.often(30) ? { plain_text: 'Hello https://acme.test/c' } : {}),
    ...(dice.often(10) ? { template: { id: idOf(dice, tx.range(templates.key).all()), sections: { text: 'Now' } } } : {}),
    ...(dice.often(10) ? { variate_contents: [{ content_label: 'A', html: '<p>A' }] } : {}),
  }),
  scheduleCampaign: (dice, tx) => ({
    schedule_time: timestamp((Math.floor(tx.now / QUARTER_S) + dice.upTo(4)) * QUARTER_S + dice.oneOf([0, DAY_S, 60])),
    ...(dice.often(20) ? { timewarp: dice.often(50) } : {}),
    ...(dice.often(30) ? { batch_delivery: { batch_delay: dice.oneOf([5, 60]), batch_count: dice.oneOf([2, 3]) } } : {}),
  }),
  sendTestEmail: (dice) => ({ test_emails: ['ada@acme.test'], send_type: dice.oneOf(['html', 'plaintext', 'plain_text']) }),
  createCampaignResend: (dice) => ({ shortcut_type: dice.oneOf(['to_non_openers', 'to_new_subscribers', 'to_non_purchasers']) }),
  createCampaignFeedback: (dice) => ({ message: dice.oneOf(['Larger', '']) }),
  updateCampaignFeedbackMessage: (dice) => ({ is_complete: dice.often(50) }),
}
