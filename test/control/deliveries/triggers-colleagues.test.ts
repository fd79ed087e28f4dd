import { describe, expect, test } from 'vitest'
import type { Body } from '../../mock.ts'
import { makeCategory, makeInterest } from '../../../src/service/rules/interests/make.ts'
import { ADA, ID } from '../../resources/member-world.ts'
import { triggerWorld } from './trigger-world.ts'

const LIST = `/3.0/lists/${ID}`

describe('list.delete', () => {
  test('list.delete deletes a list with its members and webhooks', async () => {
    const { cause, call, make, ada } = await triggerWorld()
    await make({ email_address: ADA })
    expect((await cause('list.delete', { list_id: ID })).body.changed).toEqual([{ entity: 'list', id: ID }])
    expect((await call(`GET ${LIST}`)).status).toBe(404)
    expect((await call(`PUT ${ada}`, { email_address: ADA, status_if_new: 'subscribed' })).status).toBe(404)
    expect((await call('GET /_control/state/webhooks')).body.total).toBe(0)
  })

  test('list.delete for an unknown list is refused with the ids of the existing lists', async () => {
    const { refusal } = await triggerWorld()
    expect(await refusal({ trigger: 'list.delete', list_id: '0000000000' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/list_id', message: `There is no list 0000000000. There are: ${ID} (Acme News).` }],
    })
  })
})

describe('interest.delete and interest_category.delete', () => {
  async function withInterests() {
    const world = await triggerWorld()
    await world.plant((tx) => {
      const category = makeCategory(tx, world.list, { id: 'aaaaaaaac1', title: 'Topics', type: 'checkboxes' })
      makeInterest(tx, world.list, category, { id: 'aaaaaaaa11', name: 'Garden' })
      makeInterest(tx, world.list, category, { id: 'aaaaaaaa12', name: 'Kitchen' })
    })
    await world.make({ email_address: ADA, interests: ['aaaaaaaa11', 'aaaaaaaa12'] })
    return world
  }

  test('interest.delete takes an interest from the members, and writes that name it are refused', async () => {
    const { cause, call, ada, adaNow } = await withInterests()
    const { body } = await cause('interest.delete', { list_id: ID, interest_id: 'aaaaaaaa11' })
    expect(body.changed).toEqual([{ entity: 'interest', id: 'aaaaaaaa11', list_id: ID }])
    expect((await adaNow()).interests).toEqual({ aaaaaaaa12: true })
    const refused = await call(`PATCH ${ada}`, { interests: { aaaaaaaa11: true } })
    expect(refused.body).toMatchObject({ status: 400, detail: expect.stringContaining('aaaaaaaa11') })
  })

  test('interest_category.delete deletes the interests of the category too', async () => {
    const { cause, call, adaNow } = await withInterests()
    const { body } = await cause('interest_category.delete', { list_id: ID, interest_category_id: 'aaaaaaaac1' })
    expect(body.changed).toEqual([{ entity: 'interest_category', id: 'aaaaaaaac1', list_id: ID }])
    expect(await adaNow()).not.toHaveProperty('interests')
    expect((await call(`GET ${LIST}/interest-categories`)).body.total_items).toBe(0)
  })

  test('interest.delete and interest_category.delete for unknown names are refused with the existing ones', async () => {
    const { refusal } = await withInterests()
    expect(await refusal({ trigger: 'interest.delete', list_id: ID, interest_id: 'x' })).toMatchObject({
      status: 422,
      errors: [
        {
          pointer: '/interest_id',
          message: `The list ${ID} has no interest x. There are: aaaaaaaa11 (Garden), aaaaaaaa12 (Kitchen).`,
        },
      ],
    })
    expect(await refusal({ trigger: 'interest_category.delete', list_id: ID, interest_category_id: 'x' })).toMatchObject({
      status: 422,
      errors: [
        {
          pointer: '/interest_category_id',
          message: `The list ${ID} has no interest category x. There are: aaaaaaaac1 (Topics).`,
        },
      ],
    })
  })
})

describe('merge_field.require', () => {
  test('merge_field.require makes a field required, whatever the case of its tag', async () => {
    const { cause, call, add } = await triggerWorld()
    expect((await add('before@acme.test')).status).toBe(200)
    const { body } = await cause('merge_field.require', { list_id: ID, tag: 'lname' })
    expect(body.changed).toEqual([{ entity: 'merge_field', id: '2', list_id: ID }])
    expect((await call(`GET ${LIST}/merge-fields/2`)).body).toMatchObject({ tag: 'LNAME', required: true })
    expect((await add('after@acme.test')).body).toMatchObject({
      status: 400,
      title: 'Invalid Resource',
      errors: [{ field: 'LNAME' }],
    })
    expect((await add('after@acme.test', { merge_fields: { LNAME: 'Byron' } })).status).toBe(200)
    expect((await cause('merge_field.require', { list_id: ID, tag: 'LNAME' })).body.changed).toEqual([])
  })

  test('merge_field.require adds a required field with a tag that the list does not have', async () => {
    const { cause, call, add } = await triggerWorld()
    const { body } = await cause('merge_field.require', { list_id: ID, tag: 'COMPANY', name: 'Company' })
    expect(body.changed).toEqual([{ entity: 'merge_field', id: '5', list_id: ID }])
    expect((await call(`GET ${LIST}/merge-fields/5`)).body).toMatchObject({
      tag: 'COMPANY',
      name: 'Company',
      type: 'text',
      required: true,
    })
    expect((await add('after@acme.test')).body).toMatchObject({ status: 400, errors: [{ field: 'COMPANY' }] })
  })

  test('merge_field.require for the tag of the address is refused', async () => {
    const { refusal } = await triggerWorld()
    expect(await refusal({ trigger: 'merge_field.require', list_id: ID, tag: 'email' })).toMatchObject({
      status: 409,
      detail: 'email is the address of a member, which is always required.',
    })
  })
})

describe('api_key.revoke and api_key.restore', () => {
  const REVOKED = {
    status: 401,
    body: { title: 'API Key Invalid' },
    hint: expect.stringContaining('The key of this account was revoked.'),
  }

  test('api_key.revoke refuses every API key of the world until api_key.restore', async () => {
    const { cause, call } = await triggerWorld({}, { settings: { credentials: 'any' } })
    const [{ id, api_key }] = (await call('GET /_control/worlds')).body.worlds as Body[]
    const read = (key: string) => call(`GET /_worlds/${id}/3.0/lists`, undefined, { headers: { authorization: `Bearer ${key}` } })
    expect((await read(api_key)).status).toBe(200)
    expect((await cause('api_key.revoke')).body.changed).toEqual([{ entity: 'account', id: 'acacacacacacacacacacacaca' }])
    expect(await read(api_key)).toMatchObject(REVOKED)
    expect(await read('any-other-key')).toMatchObject(REVOKED)
    expect((await cause('api_key.revoke')).body.changed).toEqual([])
    await cause('api_key.restore')
    expect((await read(api_key)).status).toBe(200)
    expect((await cause('api_key.restore')).body.changed).toEqual([])
  })

  test('api_key.revoke leaves the access tokens of applications valid', async () => {
    const { app, cause, call } = await triggerWorld()
    const { oauth } = (await call('GET /_control/worlds/default')).body
    const { client_id, redirect_uri } = oauth
    const { code } = (await cause('oauth.approve', { client_id, redirect_uri })).body
    const form = new URLSearchParams({ grant_type: 'authorization_code', ...oauth, code })
    const response = await app.request('http://maildouble.test/oauth2/token', { method: 'POST', body: form })
    const { access_token } = (await response.json()) as { access_token: string }
    await cause('api_key.revoke')
    expect(await call('GET /3.0/lists')).toMatchObject(REVOKED)
    expect((await call('GET /3.0/lists', undefined, { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(200)
  })

  test('api_key.revoke fails the operations of a batch that have not run', async () => {
    const { cause, call } = await triggerWorld({}, { settings: { batch: { operation: 'PT1M' } } })
    const operations = [
      { method: 'GET', path: '/ping' },
      { method: 'GET', path: '/lists' },
    ]
    const { id } = (await call('POST /3.0/batches', { operations })).body
    await call('POST /_control/clock/advance', { by: 'PT1M30S' })
    await cause('api_key.revoke')
    await call('POST /_control/clock/advance', { by: 'PT5M' })
    await cause('api_key.restore')
    expect((await call(`GET /3.0/batches/${id}`)).body).toMatchObject({
      status: 'finished',
      total_operations: 2,
      errored_operations: 1,
    })
  })

  test('a world can be reset after api_key.revoke, and its key is valid again', async () => {
    const { cause, call } = await triggerWorld()
    await cause('api_key.revoke')
    await call('POST /_control/reset')
    expect((await call('GET /3.0/ping')).status).toBe(200)
  })
})

test('a trigger of a colleague runs right after a call as the effect of a fault', async () => {
  const { call, list } = await triggerWorld()
  await call('POST /_control/faults', {
    match: { operation: 'getLists' },
    when: { nth: 2 },
    effect: { trigger: { trigger: 'list.delete', list_id: list.id } },
  })
  const count = async () => (await call('GET /3.0/lists')).body.total_items
  expect([await count(), await count(), await count()]).toEqual([1, 1, 0])
})
