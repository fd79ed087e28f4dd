import { describe, expect, test } from 'vitest'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeStore } from '../../src/service/rules/stores/make.ts'
import { EMAILS, FIRST, SECOND, THIRD, withAutomation, WORKFLOW } from './automation-world.ts'
import { ID, LATER } from './member-world.ts'

const SHOP = { id: 'shop', list_id: ID, name: 'Shop', currency_code: 'USD' }
const REFUSED = { status: 400, title: 'Bad Request' }

describe('getAutomations', () => {
  test('getAutomations lists automations oldest first, without archived ones', async () => {
    const { call, trigger, pass } = await withAutomation()
    await pass('PT5M')
    await trigger('automation.create', {
      list_id: ID,
      workflow_type: 'api',
      id: 'bbbbbbbbbb',
      title: 'Calls',
      emails: EMAILS.map(({ id: _, ...email }) => email),
    })
    const { body } = await call('GET /3.0/automations')
    expect(body).toMatchObject({
      total_items: 2,
      automations: [{ id: WORKFLOW }, { id: 'bbbbbbbbbb', settings: { title: 'Calls' } }],
    })
    await call('POST /3.0/automations/bbbbbbbbbb/actions/archive')
    expect((await call('GET /3.0/automations')).body).toMatchObject({ total_items: 1, automations: [{ id: WORKFLOW }] })
  })

  test.each([
    ['status=sending', [WORKFLOW]],
    ['status=save', ['bbbbbbbbbb']],
    ['status=paused', []],
    [`since_create_time=${encodeURIComponent('2026-01-15T09:00:00Z')}`, ['bbbbbbbbbb']],
    [`before_create_time=${encodeURIComponent('2026-01-15T09:00:01Z')}`, [WORKFLOW]],
    [`before_start_time=${encodeURIComponent('2027-01-01T00:00:00Z')}`, [WORKFLOW]],
    [`since_start_time=${encodeURIComponent('2026-01-15T09:00:00Z')}`, []],
  ])('the filter %s selects the matching automations', async (query, ids) => {
    const { call, trigger, pass } = await withAutomation()
    await pass('PT5M')
    await trigger('automation.create', { list_id: ID, workflow_type: 'api', id: 'bbbbbbbbbb', emails: [{ subject_line: 'x' }] })
    const { body } = await call(`GET /3.0/automations?${query}`)
    expect(body.automations.map(({ id }: { id: string }) => id)).toEqual(ids)
  })
})

describe('createAutomation', () => {
  const request = {
    recipients: { list_id: ID, store_id: 'shop' },
    trigger_settings: { workflow_type: 'abandonedCart' },
    settings: { from_name: 'Shop', reply_to: 'shop@acme.test' },
  }

  test('createAutomation creates a workflow about carts with one email, which is due an hour after a cart was abandoned', async () => {
    const { call, plant, trigger, pass, sent } = await withAutomation()
    await plant((tx) => makeStore(tx, SHOP))
    const { status, body } = await call('POST /3.0/automations', request)
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'save',
        start_time: '',
        emails_sent: 0,
        recipients: { list_id: ID, list_is_active: true, list_name: 'Acme News', store_id: 'shop' },
        settings: { from_name: 'Shop', reply_to: 'shop@acme.test' },
        trigger_settings: { workflow_type: 'abandonedCart', workflow_title: 'Abandoned Cart', workflow_emails_count: 1 },
      },
    })
    const { emails } = (await call(`GET /3.0/automations/${body.id}/emails`)).body
    expect(emails[0]).toMatchObject({
      position: 1,
      delay: {
        amount: 1,
        type: 'hour',
        direction: 'after',
        action: 'ecomm_abandoned_cart',
        full_description: '1 hour after a cart is abandoned',
      },
    })
    await call(`POST /3.0/automations/${body.id}/actions/start-all-emails`)
    await trigger('automation.enter', { workflow_id: body.id, email_address: 'ada@acme.test' })
    await pass('PT1H')
    expect(await sent()).toEqual([['ada', 'You left something behind', '2026-01-15T10:00:00']])
  })

  test('createAutomation rejects other types, unknown lists and stores, and bad addresses', async () => {
    const { call, plant } = await withAutomation()
    await plant((tx) => [makeStore(tx, SHOP), makeList(tx, { id: 'ffffffff01', name: 'Other' })])
    const field = async (body: object) => (await call('POST /3.0/automations', { ...request, ...body })).body
    expect(await field({ trigger_settings: { workflow_type: 'api' } })).toMatchObject({
      title: 'Invalid Resource',
      errors: [{ field: 'trigger_settings.workflow_type' }],
    })
    expect(await field({ recipients: { list_id: '0000000000', store_id: 'shop' } })).toMatchObject({
      errors: [{ field: 'recipients.list_id' }],
    })
    expect(await field({ recipients: { list_id: ID, store_id: 'none' } })).toMatchObject(REFUSED)
    expect(await field({ recipients: { list_id: 'ffffffff01', store_id: 'shop' } })).toMatchObject(REFUSED)
    expect(await field({ settings: { reply_to: 'nobody' } })).toMatchObject({ title: 'Invalid Resource' })
    const { status, headers } = await call(`PATCH /3.0/automations/${WORKFLOW}`, {})
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('getAutomation', () => {
  test('an automation shows its settings and what triggers it', async () => {
    const { read } = await withAutomation({ status: 'save' })
    const body = await read()
    expect(body).toMatchObject({
      status: 'save',
      start_time: '',
      settings: { title: 'Welcome Series', from_name: 'Acme', reply_to: 'news@acme.test', to_name: '', authenticate: true },
      trigger_settings: { workflow_title: 'Welcome Series', runtime: { hours: { type: 'send_asap' } }, workflow_emails_count: 2 },
    })
  })

  test('an automation keeps the name of a deleted list, and its emails can go to no one then', async () => {
    const { call, read, signUp, pass, sent } = await withAutomation()
    await signUp('new')
    await call(`DELETE /3.0/lists/${ID}`)
    await pass('P2D')
    expect(await read()).toMatchObject({
      status: 'sending',
      recipients: { list_id: ID, list_is_active: false, list_name: 'Acme News' },
    })
    expect(await read(`/emails/${SECOND}/queue`)).toMatchObject({ total_items: 0 })
    expect((await sent()).map(([, subject]) => subject)).toEqual(['Welcome'])
  })
})

describe('startAutomationEmails', () => {
  test('startAutomationEmails starts all emails and keeps the instant of the first start', async () => {
    const { call, workflow, read, pass } = await withAutomation({ status: 'save' })
    await pass('PT5M')
    expect((await call(`POST ${workflow}/actions/start-all-emails`, undefined, { raw: 'no JSON' })).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'sending', start_time: LATER })
    await call(`POST ${workflow}/actions/pause-all-emails`)
    await pass('PT5M')
    expect((await call(`POST ${workflow}/actions/start-all-emails`)).status).toBe(204)
    expect((await call(`POST ${workflow}/actions/start-all-emails`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'sending', start_time: LATER })
  })

  test('startAutomationEmails starts none if one of them is incomplete', async () => {
    const { call, workflow, read } = await withAutomation({
      status: 'save',
      emails: [...EMAILS, { id: THIRD, subject_line: '', html: 'x' }],
    })
    expect((await call(`POST ${workflow}/actions/start-all-emails`)).body).toMatchObject({
      ...REFUSED,
      detail: `The email ${THIRD} cannot start. It lacks a subject.`,
    })
    expect((await read('/emails')).emails.map(({ status }: { status: string }) => status)).toEqual(['save', 'save', 'save'])
  })
})

describe('pauseAutomationEmails', () => {
  test('pauseAutomationEmails pauses all emails, a second time without effect', async () => {
    const { call, workflow, read } = await withAutomation()
    for (const _ of [1, 2]) expect((await call(`POST ${workflow}/actions/pause-all-emails`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'paused' })
  })

  test('pauseAutomationEmails is rejected for an automation that was never started', async () => {
    const { call, workflow } = await withAutomation({ status: 'save' })
    expect((await call(`POST ${workflow}/actions/pause-all-emails`)).body).toMatchObject(REFUSED)
  })
})

describe('archiveAutomation', () => {
  test('archiveAutomation stops everything for good, and keeps the reports', async () => {
    const { call, workflow, emailPath, read, signUp, pass, sent, queueOf, reportOf } = await withAutomation()
    await signUp('new')
    await pass('PT1M')
    expect(await queueOf(SECOND)).toHaveLength(1)
    expect((await call(`POST ${workflow}/actions/archive`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'archived', emails_sent: 1 })
    expect(await queueOf(SECOND)).toEqual([])
    await pass('P2D')
    expect(await sent()).toHaveLength(1)
    expect(await reportOf({ id: FIRST })).toMatchObject({ type: 'automation', emails_sent: 1 })
    const address = { email_address: 'ada@acme.test' }
    for (const [line, body] of [
      [`POST ${workflow}/actions/start-all-emails`],
      [`POST ${workflow}/actions/pause-all-emails`],
      [`POST ${workflow}/actions/archive`],
      [`PATCH ${emailPath(FIRST)}`, {}],
      [`DELETE ${emailPath(FIRST)}`],
      [`POST ${emailPath(FIRST)}/actions/start`],
      [`POST ${emailPath(FIRST)}/actions/pause`],
      [`POST ${emailPath(FIRST)}/queue`, address],
      [`POST ${workflow}/removed-subscribers`, address],
    ] as const)
      expect((await call(line, body)).body, line).toMatchObject(REFUSED)
  })
})

describe('getAutomationEmails', () => {
  test('getAutomationEmails lists the emails by position', async () => {
    const { read } = await withAutomation()
    const all = await read('/emails')
    expect(all).toMatchObject({
      total_items: 2,
      emails: [
        { id: FIRST, position: 1 },
        { id: SECOND, position: 2 },
      ],
    })
  })
})

describe('getAutomationEmail', () => {
  test('the email of an automation shows its delay, its recipients and its settings', async () => {
    const { read } = await withAutomation()
    const body = await read(`/emails/${SECOND}`)
    expect(body).toMatchObject({
      workflow_id: WORKFLOW,
      content_type: 'html',
      delay: { amount: 1, type: 'day', direction: 'after', action: 'previous_campaign_sent' },
      recipients: { recipient_count: 3, segment_text: '' },
      settings: { subject_line: 'Still here?', title: 'Still here?', from_name: 'Acme', reply_to: 'news@acme.test' },
    })
    expect((await read(`/emails/${FIRST}`)).delay).toEqual({
      type: 'now',
      action: 'signup',
      action_description: 'a contact signs up',
      full_description: 'Immediately after a contact signs up',
    })
  })

  test('the email of an automation is not found among campaigns, which cannot send, change or delete it either', async () => {
    const { call, trigger } = await withAutomation()
    for (const id of [WORKFLOW, FIRST]) {
      expect((await call(`GET /3.0/campaigns/${id}`)).status).toBe(404)
      expect((await call(`GET /3.0/campaigns/${id}/content`)).status).toBe(404)
      expect((await call(`DELETE /3.0/campaigns/${id}`)).status).toBe(404)
      await expect(trigger('campaign.send', { campaign_id: id })).rejects.toThrow('sent to the members who enter it')
      await expect(trigger('campaign.cancel', { campaign_id: id })).rejects.toThrow('pause it instead')
    }
    expect((await call('GET /3.0/campaigns')).body.total_items).toBe(0)
    expect((await call('GET /3.0/search-campaigns?query=Welcome')).body.total_items).toBe(0)
  })
})

describe('updateAutomationEmail', () => {
  test('updateAutomationEmail changes subject, sender and title while the email is not being sent', async () => {
    const { call, emailPath } = await withAutomation({ status: 'paused' })
    const settings = { subject_line: 'Hi', preview_text: 'Hello', title: 'One', from_name: 'Ada', reply_to: 'ada@acme.test' }
    const { status, body } = await call(`PATCH ${emailPath(FIRST)}`, { settings })
    expect({ status, settings: body.settings }).toMatchObject({ status: 200, settings })
    expect((await call(`PATCH ${emailPath(FIRST)}`, { settings: { reply_to: 'nobody' } })).body).toMatchObject({
      title: 'Invalid Resource',
    })
    await call(`POST ${emailPath(FIRST)}/actions/start`)
    expect((await call(`PATCH ${emailPath(FIRST)}`, { settings })).body).toMatchObject(REFUSED)
  })

  test.each([
    ['singleWelcome', 200],
    ['welcomeSeries', 400],
  ] as const)('updateAutomationEmail answers a new delay in a workflow of the type %s with %i', async (workflow_type, status) => {
    const { call, emailPath, read } = await withAutomation({ status: 'save', workflow_type })
    const delay = { amount: 2, type: 'week', direction: 'after', action: 'signup' }
    expect((await call(`PATCH ${emailPath(FIRST)}`, { delay })).status).toBe(status)
    if (status === 200)
      expect((await read(`/emails/${FIRST}`)).delay).toMatchObject({
        ...delay,
        full_description: '2 weeks after a contact signs up',
      })
    const { body } = await call(`PATCH ${emailPath(FIRST)}`, { delay: { amount: 2 } })
    expect(body).toMatchObject({ title: 'Invalid Resource', errors: [{ field: 'delay' }] })
  })

  test('updateAutomationEmail leaves emails that have gone out as they were', async () => {
    const { call, emailPath, signUp, pass, sent } = await withAutomation()
    await signUp('early')
    await pass('PT1M')
    await call(`POST ${emailPath(FIRST)}/actions/pause`)
    await call(`PATCH ${emailPath(FIRST)}`, { settings: { subject_line: 'Hi' } })
    await call(`POST ${emailPath(FIRST)}/actions/start`)
    await signUp('late')
    await pass('PT1M')
    expect((await sent()).map(([name, subject]) => [name, subject])).toEqual([
      ['early', 'Welcome'],
      ['late', 'Hi'],
    ])
    const { emails } = (await call('GET /_control/emails?kind=automation')).body
    for (const { campaign_id, headers } of emails) {
      expect(campaign_id).toBe(FIRST)
      expect(headers['Feedback-ID']).toMatch(new RegExp(`^${FIRST}:`))
    }
  })
})

describe('deleteAutomationEmail', () => {
  test('deleteAutomationEmail moves later emails up, drops the queue and keeps the report', async () => {
    const { call, emailPath, read, signUp, pass, reportOf } = await withAutomation()
    await signUp('new')
    await pass('PT1M')
    expect((await call(`DELETE ${emailPath(FIRST)}`)).body).toMatchObject(REFUSED)
    await call(`POST ${emailPath(FIRST)}/actions/pause`)
    expect((await call(`DELETE ${emailPath(FIRST)}`)).status).toBe(204)
    expect((await call(`GET ${emailPath(FIRST)}`)).status).toBe(404)
    expect(await read('/emails')).toMatchObject({ total_items: 1, emails: [{ id: SECOND, position: 1 }] })
    expect(await read()).toMatchObject({ status: 'sending', emails_sent: 1, trigger_settings: { workflow_emails_count: 1 } })
    expect(await reportOf({ id: FIRST })).toMatchObject({ emails_sent: 1 })
  })

  test('deleteAutomationEmail is rejected in workflows about carts', async () => {
    const { call, emailPath } = await withAutomation({ status: 'save', workflow_type: 'abandonedCart' })
    expect((await call(`DELETE ${emailPath(FIRST)}`)).body).toMatchObject(REFUSED)
  })

  test('deleteAutomationEmail may delete the last email, after which nothing can start', async () => {
    const { call, emailPath, workflow } = await withAutomation({ status: 'save', emails: EMAILS.slice(0, 1) })
    expect((await call(`DELETE ${emailPath(FIRST)}`)).status).toBe(204)
    expect((await call(`POST ${workflow}/actions/start-all-emails`)).body).toMatchObject(REFUSED)
    expect((await call(`GET /3.0/reports/${FIRST}`)).status).toBe(404)
  })
})

describe('startAutomationEmail', () => {
  test('startAutomationEmail starts the workflow as well, a second time without effect', async () => {
    const { call, emailPath, read } = await withAutomation({ status: 'save' })
    for (const _ of [1, 2]) expect((await call(`POST ${emailPath(SECOND)}/actions/start`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'sending' })
    expect(await read(`/emails/${SECOND}`)).toMatchObject({ status: 'sending', start_time: '2026-01-15T09:00:00+00:00' })
    expect(await read(`/emails/${FIRST}`)).toMatchObject({ status: 'save', start_time: '' })
  })

  test('an automation email that cannot start names the missing parts', async () => {
    const { call, emailPath } = await withAutomation({
      status: 'save',
      from_name: '',
      emails: [{ id: FIRST, subject_line: 'x' }],
    })
    expect((await call(`POST ${emailPath(FIRST)}/actions/start`)).body).toMatchObject({
      ...REFUSED,
      detail: `The email ${FIRST} cannot start. It lacks a from name, content.`,
    })
  })

  test('startAutomationEmail sends what is due in the queue at once', async () => {
    const { call, emailPath, signUp, pass, sent, queueOf } = await withAutomation({ status: 'paused' })
    await signUp('new')
    await pass('P3D')
    expect(await queueOf(FIRST)).toEqual([['new', '2026-01-15T09:00:00+00:00']])
    expect(await sent()).toEqual([])
    await call(`POST ${emailPath(FIRST)}/actions/start`)
    expect(await sent()).toEqual([['new', 'Welcome', '2026-01-18T09:00:00']])
  })
})

describe('pauseAutomationEmail', () => {
  test('pauseAutomationEmail holds the queue; the workflow is paused when no email is left', async () => {
    const { call, emailPath, read, signUp, pass, sent } = await withAutomation()
    expect((await call(`POST ${emailPath(FIRST)}/actions/pause`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'sending' })
    await signUp('new')
    await pass('P1D')
    expect(await sent()).toEqual([])
    for (const _ of [1, 2]) expect((await call(`POST ${emailPath(SECOND)}/actions/pause`)).status).toBe(204)
    expect(await read()).toMatchObject({ status: 'paused' })
  })
})
