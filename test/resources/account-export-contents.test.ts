import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { makeCampaign } from '../../src/service/rules/campaigns/make.ts'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import { recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { makeEvent } from '../../src/service/rules/events/make.ts'
import { makeCategory, makeInterest } from '../../src/service/rules/interests/make.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeMember } from '../../src/service/rules/members/make.ts'
import { makeNote } from '../../src/service/rules/notes/make.ts'
import { addTags } from '../../src/service/rules/tags/tag.ts'
import { makeTemplate } from '../../src/service/rules/templates/make.ts'
import { mock } from '../mock.ts'
import { makeExport, fetchExport, parseCsv } from './account-export-files.ts'

const ALL = ['audiences', 'campaigns', 'events', 'gallery_files', 'reports', 'templates']
const DAY_S = 86_400

/** A world with two lists, one of which has a member with a full profile. */
async function worldWithContacts() {
  const double = mock({ settings: { exports: { interval: 'PT0S' } } })
  const made = await double.plant((tx) => {
    const list = makeList(tx, { name: 'News, and more', id: 'aaaaaaaaaa' })
    makeList(tx, { name: 'Empty', id: 'bbbbbbbbbb' })
    const red = makeInterest(tx, list, makeCategory(tx, list, { title: 'Colours', type: 'checkboxes' }), { name: 'Red' })
    const ada = makeMember(tx, list, {
      email_address: 'ada@acme.test',
      merge_fields: {
        FNAME: '=1+1',
        LNAME: ' O"Hara, née Ünal ',
        ADDRESS: { addr1: '1 High Street', addr2: '', city: 'London', state: 'London', zip: 'N1', country: 'GB' },
      },
      interests: [red.id],
      vip: true,
    })
    makeNote(tx, list, ada, { note: 'First' })
    makeNote(tx, list, ada, { note: 'Second' })
    makeMember(tx, list, { email_address: 'gone@acme.test', status: 'archived' })
    return { list, ada: addTags(tx, list, ada, ['vip', 'press']) }
  })
  return { ...double, ...made }
}

describe('createAccountExport', () => {
  test('an account export has a folder for each requested stage and no other', async () => {
    const double = mock({ settings: { exports: { interval: 'PT0S' } } })
    expect(Object.keys((await makeExport(double, ALL)).files)).toEqual([
      'audiences/',
      'audiences/audiences.csv',
      'campaigns/',
      'campaigns/campaigns.csv',
      'events/',
      'events/events.csv',
      'gallery_files/',
      'reports/',
      'reports/reports.csv',
      'templates/',
      'templates/templates.csv',
    ])
    expect(Object.keys((await makeExport(double, ['reports', 'gallery_files'])).files)).toEqual([
      'reports/',
      'reports/reports.csv',
      'gallery_files/',
    ])
  })

  test('an account export has the record and the HTML of each campaign, and the files of the file manager', async () => {
    const double = mock({ settings: { exports: { interval: 'PT0S' } } })
    const { body: campaign } = await double.call('POST /3.0/campaigns', { type: 'regular', settings: { title: 'Hats' } })
    const { body: plain } = await double.call('POST /3.0/campaigns', { type: 'plaintext' })
    await double.call(`PUT /3.0/campaigns/${campaign.id}/content`, { html: '<p>Ünal</p>' })
    const bytes = Uint8Array.from([0, 200, 255, 13, 10])
    const file_data = Buffer.from(bytes).toString('base64')
    for (const name of ['a b.txt', 'b.txt']) await double.call('POST /3.0/file-manager/files', { name, file_data })
    const { files, bytes: zip, body } = await makeExport(double, ['campaigns', 'gallery_files'])
    expect(Object.keys(files).toSorted()).toEqual(
      [
        'campaigns/',
        'campaigns/campaigns.csv',
        `campaigns/${campaign.id}.html`,
        ...[campaign, plain].map(({ id }) => `campaigns/${id}.json`),
        'gallery_files/',
        'gallery_files/1-a_b.txt',
        'gallery_files/2-b.txt',
      ].toSorted(),
    )
    expect(files[`campaigns/${campaign.id}.html`]).toBe('<p>Ünal</p>')
    const record = (await double.call(`GET /3.0/campaigns/${campaign.id}`)).body
    // With paths instead of the addresses of the world.
    const paths = JSON.stringify(record).replaceAll('"http://maildouble.test/', '"/')
    expect(JSON.parse(files[`campaigns/${campaign.id}.json`] ?? '')).toEqual(JSON.parse(paths))
    expect(unzipSync(zip)['gallery_files/1-a_b.txt']).toEqual(bytes)
    expect(zip.length).toBe(body.size_in_bytes)
    const { files: none } = await makeExport(double, ['gallery_files'], '2026-01-15T09:00:00Z')
    expect(Object.keys(none)).toEqual(['gallery_files/'])
  })

  test('an account export has every audience field, with a contacts file per audience', async () => {
    const double = await worldWithContacts()
    const { files } = await makeExport(double, ['audiences'])
    expect(parseCsv(files['audiences/audiences.csv']).map(({ list_id, name }) => [list_id, name])).toEqual([
      ['aaaaaaaaaa', 'News, and more'],
      ['bbbbbbbbbb', 'Empty'],
    ])
    expect(parseCsv(files['audiences/bbbbbbbbbb.csv'])).toEqual([])
    const [ada, gone, ...others] = parseCsv(files['audiences/aaaaaaaaaa.csv'])
    expect(others).toEqual([])
    expect(gone).toMatchObject({ email_address: 'gone@acme.test', status: 'archived', tags: '', notes: '' })
    expect(ada).toMatchObject({
      contact_id: double.ada.contact_id,
      email_address: 'ada@acme.test',
      sms_phone: '',
      status: 'subscribed',
      FNAME: '=1+1',
      LNAME: ' O"Hara, née Ünal ',
      ADDRESS: '1 High Street  London  London  N1  GB',
      PHONE: '',
      interests: '["Red"]',
      tags: '["press","vip"]',
      vip: 'true',
      member_rating: '2',
      timestamp_opt: '2026-01-15T09:00:00+00:00',
      notes: '["First","Second"]',
    })
  })

  test('an account export writes merge tags in capitals, so that none collides with another column', async () => {
    const double = await worldWithContacts()
    await double.call('POST /3.0/lists/aaaaaaaaaa/merge-fields', { tag: 'status', name: 'Marital status', type: 'text' })
    await double.call(`PATCH /3.0/lists/aaaaaaaaaa/members/${double.ada.hash}`, { merge_fields: { status: 'married' } })
    const { files } = await makeExport(double, ['audiences'])
    const [names = ''] = (files['audiences/aaaaaaaaaa.csv'] ?? '').split('\r\n')
    expect(names).toContain(',status,FNAME,LNAME,ADDRESS,PHONE,STATUS,interests,')
    expect(parseCsv(files['audiences/aaaaaaaaaa.csv'])[0]).toMatchObject({ status: 'subscribed', STATUS: 'married' })
  })

  test('an account export includes contacts that have only a phone', async () => {
    const double = await worldWithContacts()
    await double.call('POST /3.0/audiences/bbbbbbbbbb/contacts', { sms_channel: { sms_phone: '+14045550102' } })
    const { files } = await makeExport(double, ['audiences'])
    expect(parseCsv(files['audiences/bbbbbbbbbb.csv'])).toMatchObject([
      { email_address: '', sms_phone: '+14045550102', status: 'active', vip: '' },
    ])
  })

  test('an account export includes campaigns, and reports for the ones that were sent', async () => {
    const double = await worldWithContacts()
    const campaign = await double.plant((tx) => {
      const sent = sendCampaign(tx, double.list, { title: 'January', subject_line: 'Hello, "you"' })
      recordOpen(tx, sent, double.ada, {})
      makeCampaign(tx, double.list, { title: 'Never', subject_line: 'x', status: 'canceled', send_time: 0 })
      return sent
    })
    const { files } = await makeExport(double, ['campaigns', 'reports'])
    expect(parseCsv(files['campaigns/campaigns.csv']).map(({ title, status, send_time }) => [title, status, send_time])).toEqual([
      ['Never', 'canceled', ''],
      ['January', 'sent', '2026-01-15T09:00:00+00:00'],
    ])
    expect(parseCsv(files['reports/reports.csv'])).toMatchObject([
      {
        campaign_id: campaign.id,
        campaign_title: 'January',
        subject_line: 'Hello, "you"',
        emails_sent: '1',
        opens_total: '1',
        open_rate: '1',
        total_orders: '0',
        total_spent: '0',
        total_revenue: '0',
      },
    ])
  })

  test('an account export includes events with their properties', async () => {
    const double = await worldWithContacts()
    await double.plant((tx) => makeEvent(tx, double.list, double.ada, { name: 'bought', properties: { what: 'a "thing"' } }))
    const { files } = await makeExport(double, ['events'])
    expect(parseCsv(files['events/events.csv'])).toEqual([
      {
        list_id: 'aaaaaaaaaa',
        contact_id: double.ada.contact_id,
        email_address: 'ada@acme.test',
        name: 'bought',
        occurred_at: '2026-01-15T09:00:00+00:00',
        properties: '{"what":"a \\"thing\\""}',
      },
    ])
  })

  test('an account export stores the HTML of each template beside its metadata', async () => {
    const double = await worldWithContacts()
    const template = await double.plant((tx) => makeTemplate(tx, { name: 'Plain', html: '<p>Grüße</p>\r\n' }))
    const { files } = await makeExport(double, ['templates'])
    expect(parseCsv(files['templates/templates.csv'])).toMatchObject([
      { template_id: String(template.id), name: 'Plain', active: 'true' },
    ])
    expect(files[`templates/${template.id}.html`]).toBe('<p>Grüße</p>\r\n')
  })

  test('since_timestamp leaves older records out of an account export, but never contacts', async () => {
    const double = await worldWithContacts()
    await double.plant((tx) => {
      for (const [name, at] of [
        ['old', tx.now - DAY_S],
        ['young', tx.now - DAY_S + 1],
      ] as const) {
        makeCampaign(tx, double.list, { title: name, subject_line: name, send_time: at, emails_sent: 1 })
        makeEvent(tx, double.list, double.ada, { name, occurred_at: at })
        makeTemplate(tx, { name, html: name, date_created: at })
        makeMember(tx, double.list, { email_address: `${name}@acme.test`, created_at: at })
      }
    })
    const { files } = await makeExport(double, ALL, '2026-01-14T10:00:00+01:00')
    const namesIn = (path: string, column: string) => parseCsv(files[path]).map((row) => row[column])
    expect(namesIn('campaigns/campaigns.csv', 'title')).toEqual(['young'])
    expect(namesIn('reports/reports.csv', 'campaign_title')).toEqual(['young'])
    expect(namesIn('events/events.csv', 'name')).toEqual(['young'])
    expect(namesIn('templates/templates.csv', 'name')).toEqual(['young'])
    expect(Object.keys(files).filter((path) => path.endsWith('.html'))).toHaveLength(1)
    expect(namesIn('audiences/aaaaaaaaaa.csv', 'email_address')).toContain('old@acme.test')
  })

  test('since_timestamp includes in an account export an event recorded after it, however long ago the event occurred', async () => {
    const double = await worldWithContacts()
    const { hash } = double.ada
    await double.call(`POST /3.0/lists/aaaaaaaaaa/members/${hash}/events`, { name: 'before', occurred_at: '2026-01-20' })
    await double.pass('PT1S')
    await double.call(`POST /3.0/lists/aaaaaaaaaa/members/${hash}/events`, { name: 'after', occurred_at: '2020-01-01' })
    const { files } = await makeExport(double, ['events'], '2026-01-15T09:00:00Z')
    expect(parseCsv(files['events/events.csv']).map(({ name, occurred_at }) => [name, occurred_at])).toEqual([
      ['after', '2020-01-01T00:00:00+00:00'],
    ])
  })

  test('an account export contains the state of the account when it finished, without later changes', async () => {
    const double = await worldWithContacts()
    await double.call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    await double.pass('PT1S')
    await double.call(`PATCH /3.0/lists/aaaaaaaaaa/members/${double.ada.hash}`, { merge_fields: { FNAME: 'Between' } })
    await double.pass('PT1S')
    await double.call(`PATCH /3.0/lists/aaaaaaaaaa/members/${double.ada.hash}`, { merge_fields: { FNAME: 'Later' } })
    await double.call('DELETE /3.0/lists/bbbbbbbbbb')
    const { files } = await fetchExport(double, 1)
    expect(parseCsv(files['audiences/aaaaaaaaaa.csv'])[0]?.['FNAME']).toBe('Between')
    expect(files).toHaveProperty(['audiences/bbbbbbbbbb.csv'])
  })

  test('an account export writes large audiences in parts, each contact exactly once', async () => {
    const double = await worldWithContacts()
    await double.plant((tx) => {
      for (let i = 0; i < 2_500; i++) makeMember(tx, double.list, { email_address: `m${i}@acme.test` })
    })
    await double.call('POST /3.0/account-exports', { include_stages: ['audiences'] })
    const { body: passed } = await double.pass('PT2S')
    expect(passed.ran_total).toBe(4)
    const { files, bytes, body } = await fetchExport(double, 1)
    expect(bytes.length).toBe(body.size_in_bytes)
    const addresses = parseCsv(files['audiences/aaaaaaaaaa.csv']).map(({ email_address }) => email_address)
    expect(addresses).toHaveLength(2_502)
    expect(new Set(addresses).size).toBe(2_502)
  })
})
