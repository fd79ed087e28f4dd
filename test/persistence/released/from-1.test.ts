import { expect, test } from 'vitest'
import { type Addressed, OWN_ADDRESS } from '../../../src/service/resources/urls/own-address.ts'
import { earlyBases } from '../../../src/server/persistence/formats/early-bases.ts'
import { fromFormat1 } from '../../../src/server/persistence/formats/from-1.ts'
import { signatureFor } from '../../../src/service/resources/urls/signed-url.ts'
import type { StoredRow } from '../../../src/server/persistence/formats/stored-rows.ts'

const STARTED = Date.UTC(2026, 0, 15)

function upgrade(tables: Record<string, readonly StoredRow[]>, counters: Record<string, number> = {}, world?: Addressed) {
  const named = Object.entries(tables).map(
    ([table, rows]) => [table, new Map(rows.map((row, at) => [`row ${table} [${at}]`, row]))] as const,
  )
  const { tables: made, counters: last } = fromFormat1({
    tables: new Map(named),
    counters: new Map(Object.entries(counters)),
    started_at: STARTED,
    world,
  })
  return {
    rows: Object.fromEntries([...made].map(([table, rows]) => [table, [...rows.values()]])),
    names: Object.fromEntries([...made].map(([table, rows]) => [table, [...rows.keys()]])),
    counters: Object.fromEntries(last),
  }
}

test('the planned actions of recipients become one row for each reaction, and the job of the recipients names the plan', () => {
  const deed = (at: number, trigger: string) => ({ at, body: { trigger, campaign_id: 'c1', email_address: 'Ann@acme.test' } })
  const { rows, names, counters } = upgrade(
    {
      readerships: [
        {
          seq: 7,
          campaign_id: 'c1',
          deeds: [deed(1, 'campaign.open'), deed(2, 'campaign.click'), deed(3, 'campaign.open')],
          next: 1,
        },
      ],
      recipients: [{ seq: 5, campaign_id: 'c1', contact_id: 'contact1', email_address: 'ann@acme.test' }],
      jobs: [
        { seq: 8, id: 1, kind: 'timeline.react', subject: 'c1-2-campaign.click' },
        { seq: 9, id: 2, kind: 'timeline.run', subject: '1-campaign.send' },
      ],
    },
    { seq: 20 },
  )
  const reaction = (number: number, trigger: string) => ({
    plan: 1,
    number,
    campaign_id: 'c1',
    contact_id: 'contact1',
    at: number,
    body: { trigger, campaign_id: 'c1' },
  })
  expect(rows['readerships']).toBeUndefined()
  expect(rows['reactions']).toEqual([
    { seq: 21, ...reaction(2, 'campaign.click') },
    { seq: 22, ...reaction(3, 'campaign.open') },
  ])
  expect(names['reactions']).toEqual(['row reactions [1,2]', 'row reactions [1,3]'])
  expect(rows['jobs']?.map((job) => job?.['subject'])).toEqual(['c1-1-2-campaign.click', '1-campaign.send'])
  expect(counters).toEqual({ seq: 22, 'reactions.plan': 1 })
})

test('a campaign of a release without drafts gets the fields of later campaigns, and keeps its own values', () => {
  const campaign = { seq: 3, id: 'c1', segment_id: 12, send_time: 0, emails_sent: 0, emails_canceled: 4, subject_line: 'Hi' }
  const { rows } = upgrade({ campaigns: [campaign], campaign_actions: [{ seq: 4, id: 1 }] })
  expect(rows['campaigns']).toMatchObject([
    { subject_line: 'Hi', segment: { saved_id: 12 }, created_at: STARTED / 1000, recipient_count: 4, steps: [] },
  ])
  expect(rows['campaign_actions']).toEqual([{ seq: 4, id: 1, reason: '' }])
})

test('rows that already have the fields of the next format stay unchanged', () => {
  const rows = {
    campaigns: [{ seq: 1, id: 'c1', created_at: 5, segment: undefined }],
    list_stats: [{ seq: 2, list_id: 'l1', running: { open_rates: 7 }, shown: { open_rates: 7 } }],
    automation_passes: [{ seq: 3, completed_at: 9 }],
  }
  expect(upgrade(rows).rows).toEqual(rows)
})

/** A row of each table with texts that name the address of the world. */
const addressed = (address: string): Record<string, readonly StoredRow[]> => ({
  batch_results: [
    {
      seq: 1,
      response: `{"instance":"/3.0/lists","_links":[{"rel":"self","href":"${address}/3.0/lists"}],"note":"https://acme.test/3.0/lists"}`,
    },
  ],
  campaign_actions: [{ seq: 2, url: `${address}/_public/pages/1`, ip: '127.0.0.1', reason: '' }],
  campaign_contents: [
    {
      seq: 3,
      html: `<a href="${address}/_files/media/1/a.gif">`,
      plain_text: `(${address}/_public/a)`,
      variates: [{ html: `${address}/_public/a` }],
    },
  ],
  deliveries: [
    {
      seq: 4,
      url: `${address}/_public/receiver`,
      payload: { data: { url: `${address}/_files/batch.tar.gz` } },
      body: `data%5Burl%5D=${encodeURIComponent(address)}%2F_files%2Fbatch.tar.gz`,
    },
  ],
  emails: [
    {
      seq: 5,
      subject: 'Hi',
      text: `${address}/_public/confirm/1`,
      html: `${address}/_public/a`,
      links: [`${address}/_public/a`],
    },
  ],
  mailings: [
    {
      seq: 6,
      html: `${address}/_public/a`,
      text: '/_public/kept',
      hrefs: [`${address}/_public/a`],
      common: { ARCHIVE: `${address}/_public/campaign?id=1`, 'LIST:NAME': 'Hats' },
    },
  ],
  reactions: [{ seq: 7, body: { trigger: 'campaign.click', url: `${address}/_public/pages/1` } }],
  short_url_clicks: [{ seq: 8, referrer: `${address}/_public/pages/1` }],
  templates: [{ seq: 9, html: `<a href="${address}/_public/pages/1">` }],
  tracked_links: [{ seq: 10, url: `${address}/_public/pages/1` }],
})

test.each([
  ['shop', 'http://127.0.0.1:4010/_worlds/shop'],
  ['shop', 'https://mail.acme.test/api/_worlds/shop'],
  ['default', 'http://127.0.0.1:4010'],
])(
  'the upgrade of the world %s replaces its old address %s in texts by the stand-in, whatever its address is now',
  (id, address) => {
    const stored = addressed(address)
    const { rows } = upgrade(stored, {}, { id, seed: 's', base_url: 'http://127.0.0.1:1/now' })
    const expected = addressed(OWN_ADDRESS)
    const [delivery] = expected['deliveries'] ?? []
    expect(rows).toEqual({ ...expected, deliveries: [{ ...delivery, url: `${address}/_public/receiver` }] })
  },
)

test('the upgrade of the world default leaves the address of another world in its texts', () => {
  const stored = addressed('http://127.0.0.1:4010/_worlds/shop')
  expect(upgrade(stored, {}, { id: 'default', seed: 's', base_url: 'http://127.0.0.1:4010' }).rows).toEqual(stored)
})

test('the tags of a planted mailing, saved with paths only, get the stand-in for the address', () => {
  const { rows } = upgrade({
    mailings: [{ seq: 1, html: '/_public/kept', common: { ARCHIVE: '/_public/campaign?id=1', 'LIST:NAME': 'Hats' } }],
  })
  expect(rows['mailings']).toEqual([
    { seq: 1, html: '/_public/kept', common: { ARCHIVE: `${OWN_ADDRESS}/_public/campaign?id=1`, 'LIST:NAME': 'Hats' } },
  ])
})

test('the upgrade replaces signatures in texts by a stand-in, since they are made when a text is read', () => {
  const world = { id: 'shop', seed: 's', base_url: 'http://127.0.0.1:4010/_worlds/shop' }
  const sig = signatureFor(world, '/_files/batches/1.tar.gz', '1768467600')
  const html = (address: string, signature: string) => `${address}/_files/batches/1.tar.gz?expires=1768467600&sig=${signature}`
  const { rows } = upgrade({ templates: [{ seq: 1, html: html(world.base_url, sig) }] }, {}, world)
  expect(rows['templates']).toEqual([{ seq: 1, html: html(OWN_ADDRESS, 'own') }])
})

test('the upgrade adds no mail proxies, time zones of parts or starts of lists, which format 1 did not save', () => {
  const stored = {
    campaign_actions: [{ seq: 1, id: 1, action: 'open', reason: '' }],
    send_totals: [{ seq: 2, campaign_id: 'c1', sent: 2, bounced: 0, opened: 1, clicked: 0 }],
    campaign_parts: [{ seq: 3, campaign_id: 'c1', number: 0, contact_ids: ['a'], is_cut: false, next: 0, step: 0, job: 0 }],
    list_stats: [{ seq: 4, list_id: 'l1', running: { open_rates: 7 }, shown: { open_rates: 7 }, mark: 3 }],
    webhooks: [{ seq: 5, id: 'w1', secret: '', gone: false }],
    batch_webhooks: [{ seq: 6, id: 'w2', secret: 'abc', gone: false }],
  }
  expect(upgrade(stored).rows).toEqual(stored)
})

test('the bases of the format 1 mark no open that a click implies', () => {
  const action = {
    seq: 1,
    id: 1,
    campaign_id: 'c1',
    contact_id: 'contact1',
    list_id: 'l1',
    action: 'open',
    at: 5,
    url: '',
    ip: '',
  }
  const planted = {
    tables: new Map([['campaign_actions', [{ ...action, reason: '', implied: true }]]]),
    counters: new Map([['seq', 1]]),
  }
  const bases = [...earlyBases(planted, STARTED)].map(({ tables }) => tables.get('campaign_actions'))
  expect(bases).toEqual([[{ ...action, reason: '' }], [{ ...action, reason: '' }], [action]])
})
