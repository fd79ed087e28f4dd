import { describe, expect, test } from 'vitest'
import { recordOpen } from '../../src/service/rules/campaigns/engagement/actions.ts'
import { CAMPAIGN, withReaders } from '../resources/campaign-world.ts'

/** A shared report, and the page at its URL. */
async function withShared(share_password = '') {
  const world = await withReaders()
  const campaign = await world.send({ id: CAMPAIGN, subject_line: 'Hats & <b>gloves</b>', shared: true, share_password })
  const { share_report } = await world.reportOf(campaign)
  const open = async (query = '') => {
    const response = await world.app.request(`${share_report.share_url}${query}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { ...world, campaign, open }
}

describe('getSharedReport', () => {
  test('a shared report shows the figures to anyone with the URL', async () => {
    const { open, as, campaign } = await withShared()
    await as('ada', (tx, ada) => recordOpen(tx, campaign, ada))
    const { status, headers, text } = await open()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const figures = [...text.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g)].map(([, name, figure]) => [name, figure])
    expect(figures).toEqual([
      ['Subject', 'Hats &amp; &lt;b&gt;gloves&lt;/b&gt;'],
      ['List', 'Acme News'],
      ['Sent', '2026-01-15 09:00 UTC'],
      ['Recipients', '3'],
      ['Opened by', '1 (33.3%)'],
      ['Clicked in by', '0 (0.0%)'],
      ['Bounces', '0'],
      ['Unsubscribed', '0'],
    ])
  })

  test('a shared report asks for the password if there is one', async () => {
    const { open } = await withShared('psst')
    const asked = await open()
    expect(asked).toMatchObject({ status: 403, text: expect.stringContaining('<label for="password">') })
    expect(asked.text).not.toContain('gloves')
    expect(asked.text).not.toContain('That is not the password.')
    expect(await open('?password=wrong')).toMatchObject({
      status: 403,
      text: expect.stringContaining('That is not the password.'),
    })
    expect((await open('?password=psst')).status).toBe(200)
  })

  test('an unshared report and the report of a campaign that was not sent are not shown', async () => {
    const { app, send } = await withShared()
    const { id } = await send()
    for (const campaign of [id, '0000000000', '__proto__']) {
      expect((await app.request(`http://maildouble.test/_public/reports/${campaign}`)).status).toBe(404)
    }
  })
})
