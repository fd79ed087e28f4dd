import { describe, expect, test } from 'vitest'
import { removeBatchWebhooks, batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import { makeBatchWebhook } from '../../src/service/rules/batch-webhooks/make.ts'
import { createInState } from '../../src/kernel/world/machine.ts'
import { tokenMachine } from '../../src/service/model/oauth/machine.ts'
import type { Body } from '../mock.ts'
import { URL_A, webhookWorld } from './webhook-world.ts'

const HOOKS = '/3.0/batch-webhooks'
const OTHER = 'http://127.0.0.1:9/other'
const TOKEN = '0123456789abcdef0123456789abcdef'

async function batchWebhookWorld(settings: Parameters<typeof webhookWorld>[0] = {}) {
  const world = await webhookWorld(settings)
  const hookOfBatches = (fields: Partial<Parameters<typeof makeBatchWebhook>[1]> = {}) =>
    world.plant((tx) => makeBatchWebhook(tx, { url: URL_A, ...fields }))
  return { ...world, hookOfBatches }
}

describe('createBatchWebhook', () => {
  test('createBatchWebhook returns the new webhook with its links', async () => {
    const { call } = await batchWebhookWorld()
    const { status, body } = await call(`POST ${HOOKS}`, { url: URL_A })
    const at = `http://maildouble.test${HOOKS}`
    const schemas = 'http://maildouble.test/schema/3.0/Definitions/BatchWebhooks'
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{10}$/),
      url: URL_A,
      _links: [
        { rel: 'self', href: `${at}/${body.id}`, method: 'GET', targetSchema: `${schemas}/Response.json` },
        { rel: 'parent', href: at, method: 'GET', targetSchema: `${schemas}/CollectionResponse.json` },
        {
          rel: 'update',
          href: `${at}/${body.id}`,
          method: 'PATCH',
          targetSchema: `${schemas}/Response.json`,
          schema: `${schemas}/PATCH.json`,
        },
        { rel: 'delete', href: `${at}/${body.id}`, method: 'DELETE' },
      ],
    })
    expect((await call(`GET ${HOOKS}/${body.id}`)).body).toEqual(body)
  })

  test.each([true, false])('createBatchWebhook returns enabled if it was sent as %s', async (enabled) => {
    const { call } = await batchWebhookWorld()
    expect((await call(`POST ${HOOKS}`, { url: URL_A, enabled })).body).toMatchObject({ enabled })
  })

  test('the twenty-first batch webhook of an account is rejected', async () => {
    const { call, plant, handle } = await batchWebhookWorld()
    await plant((tx) => {
      for (let i = 0; i < 19; i++) makeBatchWebhook(tx, { url: `http://127.0.0.1:9/${i}` })
    })
    const { body: last } = await call(`POST ${HOOKS}`, { url: URL_A })
    const before = handle().world
    expect((await call(`POST ${HOOKS}`, { url: OTHER })).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect(handle().world).toBe(before)
    await call(`DELETE ${HOOKS}/${last.id}`)
    expect((await call(`POST ${HOOKS}`, { url: OTHER })).status).toBe(200)
  })

  test('the url of a new batch webhook is validated with a GET request', async () => {
    const { call, urlChecks } = await batchWebhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(await urlChecks()).toMatchObject([{ webhook_id: body.id, list_id: '', url: URL_A }])
  })

  test('createBatchWebhook shows the signing secret once if deliveries are signed', async () => {
    const { call } = await batchWebhookWorld({ signing: 'on' })
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A })
    expect(body).toMatchObject({ signing_enabled: true, signing_secret: expect.stringMatching(/^[0-9a-f]{40}$/) })
    const { signing_secret: _secret, ...later } = body
    expect((await call(`GET ${HOOKS}/${body.id}`)).body).toEqual(later)
  })

  test('a batch webhook is signed by signing_enabled, and an update switches signing off and on with a new secret', async () => {
    const { call } = await batchWebhookWorld()
    const { body } = await call(`POST ${HOOKS}`, { url: URL_A, signing_enabled: true })
    expect(body).toMatchObject({ signing_enabled: true, signing_secret: expect.stringMatching(/^[0-9a-f]{40}$/) })
    const update = async (changes: object) => (await call(`PATCH ${HOOKS}/${body.id}`, changes)).body
    expect(await update({ enabled: false })).toMatchObject({ enabled: false, signing_enabled: true })
    expect(await update({ signing_enabled: false })).not.toHaveProperty('signing_enabled')
    const { signing_secret } = await update({ signing_enabled: true })
    expect(signing_secret).toMatch(/^[0-9a-f]{40}$/)
    expect(signing_secret).not.toBe(body.signing_secret)
  })

  test('batch webhooks created by an application are deleted when its access is revoked', async () => {
    const { call, plant } = await batchWebhookWorld()
    await plant((tx) => createInState(tx, tokenMachine, { token: TOKEN, client_id: 'app', status: 'valid', issued_at: tx.now }))
    const { body: own } = await call(`POST ${HOOKS}`, { url: URL_A }, { headers: { authorization: `Bearer ${TOKEN}` } })
    const { body: others } = await call(`POST ${HOOKS}`, { url: OTHER })
    await plant((tx) => removeBatchWebhooks(tx, 'app'))
    expect((await call(`GET ${HOOKS}/${own.id}`)).status).toBe(404)
    expect((await call(`GET ${HOOKS}/${others.id}`)).status).toBe(200)
  })
})

describe('getBatchWebhooks', () => {
  test('getBatchWebhooks pages through the webhooks, oldest first', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    for (const id of ['cccccccccc', 'aaaaaaaaaa', 'bbbbbbbbbb']) await hookOfBatches({ id })
    const { body } = await call(`GET ${HOOKS}?count=2&offset=1&fields=webhooks.id,total_items`)
    expect(body).toEqual({ webhooks: [{ id: 'aaaaaaaaaa' }, { id: 'bbbbbbbbbb' }], total_items: 3 })
    expect((await call(`GET ${HOOKS}`)).body._links.map(({ rel }: Body) => rel)).toEqual(['self', 'create'])
  })

  test('getBatchWebhooks returns ten webhooks by default', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    for (let i = 0; i < 12; i++) await hookOfBatches()
    expect((await call(`GET ${HOOKS}`)).body.webhooks).toHaveLength(10)
  })
})

describe('updateBatchWebhook', () => {
  test('updateBatchWebhook changes the url and validates the new one with a GET request', async () => {
    const { call, hookOfBatches, urlChecks } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    expect((await call(`PATCH ${HOOKS}/${id}`, { url: OTHER })).body).toMatchObject({ id, url: OTHER })
    expect(await urlChecks()).toMatchObject([{ webhook_id: id, url: OTHER }])
  })

  test('updateBatchWebhook disables and enables the webhook', async () => {
    const { call, hookOfBatches } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    for (const enabled of [false, true]) expect((await call(`PATCH ${HOOKS}/${id}`, { enabled })).body).toMatchObject({ enabled })
  })

  test.each([{}, { url: URL_A }])('the update %j of a batch webhook changes nothing', async (request) => {
    const { call, hookOfBatches, handle } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    const before = handle().world
    expect((await call(`PATCH ${HOOKS}/${id}`, request)).body).not.toHaveProperty('enabled')
    expect(handle().world).toBe(before)
  })
})

describe('deleteBatchWebhook', () => {
  test('a deleted batch webhook is answered with 404', async () => {
    const { call, hookOfBatches, plant } = await batchWebhookWorld()
    const { id } = await hookOfBatches()
    expect(await call(`DELETE ${HOOKS}/${id}`)).toMatchObject({ status: 204, text: '' })
    expect((await call(`DELETE ${HOOKS}/${id}`)).body).toMatchObject({ status: 404, title: 'Resource Not Found' })
    expect(await plant((tx) => tx.range(batchWebhooks.key).count)).toBe(0)
  })
})
