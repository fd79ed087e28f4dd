import { expect, test } from 'vitest'
import { sendCampaign } from '../../src/service/rules/campaigns/send/send.ts'
import type { Body } from '../mock.ts'
import { FIRST, HTML, SECOND, WELCOME, withAutomation } from './automation-world.ts'
import { ID } from './member-world.ts'

test('a segment about an automation has the members who started or completed it, by its web id or by that of an email', async () => {
  const { call, plant, list, enter, emailPath, workflow, pass } = await withAutomation({ web_id: 4711 })
  const namesOf = async (op: string, value = '4711') => {
    const conditions = [{ condition_type: 'Automation', field: 'automation', op, value }] as const
    const options = { match: 'all', conditions }
    const { body } = await call(`POST /3.0/lists/${ID}/segments`, { name: `${op} ${value}`, options })
    const { members } = (await call(`GET /3.0/lists/${ID}/segments/${body.id}/members`)).body
    await call(`DELETE /3.0/lists/${ID}/segments/${body.id}`)
    return members.map(({ email_address }: Body) => email_address.split('@')[0])
  }
  await enter('ada')
  await pass('P2D')
  await call(`POST ${emailPath(SECOND)}/queue`, { email_address: 'bob@acme.test' })
  await call(`POST ${workflow}/removed-subscribers`, { email_address: 'cy@acme.test' })
  expect(await namesOf('started')).toEqual(['ada', 'bob'])
  expect(await namesOf('completed')).toEqual(['ada'])
  expect(await namesOf('not_started')).toEqual(['cy'])
  expect(await namesOf('not_completed')).toEqual(['bob', 'cy'])
  const { web_id } = (await call(`GET ${emailPath(SECOND)}`)).body
  expect(await namesOf('started', String(web_id))).toEqual(['ada', 'bob'])
  const news = await plant((tx) => sendCampaign(tx, list, { subject_line: 'News' }))
  for (const other of [String(news.web_id), '999']) expect(await namesOf('started', other)).toEqual([])
  await pass('P1D')
  expect(await namesOf('completed')).toEqual(['ada', 'bob'])
})

test('a segment of those who completed an automation leaves out a member who waits for a further email', async () => {
  const { call, enter, emailPath, pass, trigger } = await withAutomation({
    web_id: 4711,
    emails: [
      WELCOME,
      { id: SECOND, subject_line: 'More', html: HTML, delay: { action: 'previous_campaign_opened', type: 'now' } },
    ],
  })
  const conditions = [{ condition_type: 'Automation', field: 'automation', op: 'completed', value: '4711' }] as const
  const segment = { name: 'Done', options: { match: 'all', conditions } }
  const { id } = (await call(`POST /3.0/lists/${ID}/segments`, segment)).body
  const count = async () => (await call(`GET /3.0/lists/${ID}/segments/${id}`)).body.member_count
  await enter('ada')
  await pass('P2D')
  expect(await count()).toBe(0)
  await trigger('campaign.open', { workflow_email_id: FIRST, email_address: 'ada@acme.test' })
  expect((await call(`GET ${emailPath(SECOND)}`)).body.emails_sent).toBe(1)
  expect(await count()).toBe(1)
})
