import { describe, expect, test } from 'vitest'
import { makeExport, parseCsv } from '../resources/account-export-files.ts'
import { withBatches } from '../resources/batch-world.ts'
import { LIST } from '../resources/webhook-world.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { makeWebhook } from '../../src/service/rules/webhooks/make.ts'
import { deliveries } from '../../src/service/model/deliveries/delivery.ts'
import { makeWebhookRequest } from '../../src/service/rules/deliveries/webhook-request.ts'
import type { GivenVocabulary } from '../../src/service/vocabulary/definition.ts'
import { bundleOf, newWorld, replay } from '../control/bundles/bundle-world.ts'
import { mock } from '../mock.ts'
import { missing, mistyped } from '../service-texts.ts'

const vocabulary: GivenVocabulary = {
  paths: {
    'service-chatter': 'brand-chatter',
    members: 'people',
    'growth-history': 'growth',
    'template-folders': 'layout-folders',
  },
  keys: {
    email_address: 'mail',
    members: 'people',
    merge_fields: 'extras',
    social_likes: 'likes',
    stats: 'figures',
    list_id: 'audience',
  },
  values: {
    status: { subscribed: 'enrolled', cleaned: 'bounced' },
    condition_type: { TransactionalMail: 'BrandMail', TextMerge: 'TextExtra' },
    field: { email_client: 'mail_client' },
    type: { subscribe: 'joined', saved: 'smart' },
    rel: { 'service-chatter': 'brand-chatter', members: 'people' },
    title: { 'API Key Missing': 'No Key', 'Invalid Resource': 'Wrong Resource' },
    sort_field: { last_changed: 'changed' },
  },
  headers: { 'X-Request-Id': 'X-Brand-Id', 'X-Trigger-Error': 'X-Brand-Error', 'X-Service-Signature': 'X-Brand-Signature' },
  user_agent: 'Brand',
}

const ADA = { mail: 'ada@acme.test', status: 'enrolled', extras: { FNAME: 'Ada', LNAME: 'members' } }
const PEOPLE = `/3.0/lists/${LIST}/people`

async function world(settings: object = {}) {
  const double = mock({ settings: { vocabulary, ...settings } })
  const list = await double.plant((tx) => makeList(tx, { id: LIST, name: 'Acme' }))
  return { ...double, list }
}

describe('requests and answers', () => {
  test('paths, keys, values and links have the words of the deployment', async () => {
    const { call } = await world()
    const { body, headers } = await call(`POST ${PEOPLE}`, ADA)
    expect(body).toMatchObject({ mail: 'ada@acme.test', status: 'enrolled', audience: LIST, figures: { avg_open_rate: 0 } })
    expect(body).not.toHaveProperty('email_address')
    expect(body._links.map(({ href }: { href: string }) => href)).toContain(`http://maildouble.test${PEOPLE}/${body.id}`)
    expect(headers.get('x-brand-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('x-request-id')).toBeNull()
    expect(headers.get('link')).toContain('/schema/3.0/Lists/People/Instance.json')
    expect((await call('GET /3.0/activity-feed')).body).toContainEqual(
      expect.objectContaining({ rel: 'brand-chatter', href: 'http://maildouble.test/3.0/activity-feed/brand-chatter' }),
    )
    expect((await call('GET /3.0/activity-feed/brand-chatter')).status).toBe(200)
    expect((await call('GET /3.0/activity-feed/service-chatter')).status).toBe(404)
  })

  test('members of a bulk subscription have the words of the deployment', async () => {
    const { call } = await world()
    const { body } = await call(`POST /3.0/lists/${LIST}`, { people: [ADA] })
    expect(body).toMatchObject({
      total_created: 1,
      new_members: [{ mail: 'ada@acme.test', status: 'enrolled', extras: { LNAME: 'members' } }],
    })
  })

  test('errors of a bulk subscription have the words of the deployment', async () => {
    const { call } = await world()
    await call(`POST /3.0/lists/${LIST}/merge-fields`, { name: 'Size', type: 'number', tag: 'SIZE' })
    const errorOf = async (item: object) => (await call(`POST /3.0/lists/${LIST}`, { people: [item] })).body.errors[0].error
    expect(await errorOf({ ...ADA, status: 'subscribed' })).toMatch(/^status: Value must be one of: enrolled, /)
    expect(await errorOf({ status: 'enrolled' })).toBe(missing('mail'))
    expect(await errorOf({ ...ADA, extras: 'none' })).toBe(`extras: ${mistyped('object', 'string')}`)
    expect(await errorOf({ ...ADA, mail: 'status' })).not.toContain('enrolled')
    expect(await errorOf({ ...ADA, extras: { SIZE: 'cleaned' } })).toMatch(/^SIZE: /)
  })

  test('a query has the words of the deployment, and so has what fields selects', async () => {
    const { call } = await world()
    await call(`POST ${PEOPLE}`, ADA)
    expect((await call(`GET ${PEOPLE}?status=enrolled&sort_field=changed&fields=people.mail,people.extras.FNAME`)).body).toEqual({
      people: [{ mail: 'ada@acme.test', extras: { FNAME: 'Ada' } }],
    })
    expect((await call(`GET ${PEOPLE}?exclude_fields=people,_links`)).body).toEqual({ audience: LIST, total_items: 1 })
    expect((await call(`GET ${PEOPLE}?status=subscribed`)).body).toMatchObject({ status: 400, errors: [{ field: 'status' }] })
  })

  test('texts of users keep their words in a world with a vocabulary', async () => {
    const { call } = await world()
    await call(`POST /3.0/lists/${LIST}/merge-fields`, { name: 'members', type: 'text', tag: 'STATUS' })
    const { body } = await call(`POST ${PEOPLE}`, { ...ADA, extras: { STATUS: 'subscribed', LNAME: 'members' } })
    expect(body.extras).toMatchObject({ STATUS: 'subscribed', LNAME: 'members' })
    const event = { name: 'subscribe', properties: { email_address: 'members', status: 'subscribed' } }
    expect((await call(`POST ${PEOPLE}/${body.id}/events`, event)).status).toBe(204)
    const { body: feed } = await call(`GET ${PEOPLE}/${body.id}/events`)
    expect(feed.events).toMatchObject([event])
  })

  test('the word of the reference is unknown in a world with a vocabulary', async () => {
    const { call } = await world()
    expect((await call(`POST ${PEOPLE}`, { ...ADA, email_address: 'other@acme.test' })).body).toMatchObject({
      mail: 'ada@acme.test',
    })
    const { body } = await call(`POST ${PEOPLE}`, { email_address: 'other@acme.test', status: 'enrolled' })
    expect(body).toMatchObject({ title: 'Wrong Resource', errors: [{ message: expect.stringContaining('mail') }] })
    expect((await call(`GET /3.0/lists/${LIST}/members`)).status).toBe(404)
  })

  test('problems name fields, members and values as the deployment does', async () => {
    const { call } = await world()
    const wrong = await call(`POST ${PEOPLE}`, { mail: 'ada@acme.test', status: 'subscribed' })
    expect(wrong.body).toMatchObject({
      title: 'Wrong Resource',
      errors: [{ field: 'status', message: expect.stringContaining('enrolled') }],
    })
    expect(wrong.body.errors[0].message).not.toContain(' subscribed')
    const conditions = [{ condition_type: 'TextExtra', field: 'FNAME', op: 'nonsense', value: 'x' }]
    const segment = await call(`POST /3.0/lists/${LIST}/segments`, { name: 'S', options: { match: 'any', conditions } })
    expect(segment.body.errors[0].field).toBe('options.conditions.item:0')
    expect((await call('GET /3.0/ping', undefined, { anonymous: true })).body).toMatchObject({ status: 401, title: 'No Key' })
    const triggered = await call('GET /3.0/ping', undefined, { headers: { 'x-brand-error': 'APIKeyMissing' } })
    expect(triggered.body).toMatchObject({ title: 'No Key' })
    expect((await call('GET /3.0/ping', undefined, { headers: { 'x-trigger-error': 'APIKeyMissing' } })).status).toBe(200)
  })

  test('conditions are translated by their type, with and without condition_type', async () => {
    const { call } = await world()
    const make = async (condition: object) =>
      (await call(`POST /3.0/lists/${LIST}/segments`, { name: 'S', options: { match: 'any', conditions: [condition] } })).body
    const client = { condition_type: 'EmailClient', field: 'mail_client', op: 'client_is', value: 'email_client' }
    expect(await make(client)).toMatchObject({ type: 'smart', options: { conditions: [client] } })
    // The value of a text condition is the user's, and so is the merge tag.
    const text = { condition_type: 'TextExtra', field: 'FNAME', op: 'is', value: 'email_client' }
    expect((await make(text)).options.conditions).toEqual([text])
    const { condition_type: _, ...untyped } = text
    expect((await make(untyped)).options.conditions).toEqual([text])
    const { condition_type: __, ...clientWithoutType } = client
    expect((await make(clientWithoutType)).options.conditions).toEqual([client])
  })
})

describe('other places', () => {
  test('operations of a batch and its archive have the words of the deployment, and the journal names the reference operation', async () => {
    const { run, call } = await withBatches({ settings: { vocabulary } })
    const list = 'a1b2c3d4e5'
    const { results } = await run(
      { method: 'POST', path: `/lists/${list}/people`, body: JSON.stringify(ADA), operation_id: 'add' },
      {
        method: 'GET',
        path: `/lists/${list}/people`,
        params: { status: 'enrolled', fields: 'people.mail' },
        operation_id: 'read',
      },
      { method: 'GET', path: `/lists/${list}/members`, operation_id: 'unknown' },
      { method: 'POST', path: `/lists/${list}/people`, body: '{}', operation_id: 'wrong' },
    )
    expect(results).toMatchObject([
      { status_code: 200, response: { mail: 'ada@acme.test', status: 'enrolled' } },
      { status_code: 200, response: { people: [{ mail: 'ada@acme.test' }] } },
      { status_code: 404 },
      { status_code: 400, response: { title: 'Wrong Resource', errors: [{ message: expect.stringContaining('mail') }] } },
    ])
    const { body } = await call('GET /_control/requests?via=batch')
    expect(body.requests[0]).toMatchObject({
      operation: 'addMember',
      path: `/3.0/lists/${list}/people`,
      request: { body: JSON.stringify(ADA) },
      ignored: [],
    })
    expect(JSON.parse(body.requests[0].response.body)).toMatchObject({ mail: 'ada@acme.test' })
  })

  test('the journal has the words on the wire, and names ignored members as they were sent', async () => {
    const { call } = await world()
    await call(`POST ${PEOPLE}?strange=1`, { ...ADA, strange: 1, figures: 2 })
    const { body } = await call('GET /_control/requests')
    const [request] = body.requests
    expect(request).toMatchObject({ operation: 'addMember', path: PEOPLE, ignored: ['strange', '/strange', '/figures'] })
    expect(JSON.parse(request.request.body)).toMatchObject(ADA)
    expect(JSON.parse(request.response.body)).toMatchObject({ mail: 'ada@acme.test' })
  })

  test('calls are found in the journal by the words that were sent, and by the name of the operation', async () => {
    const { call } = await world()
    await call(`POST ${PEOPLE}`, ADA)
    const totalOf = async (query: string) => (await call(`GET /_control/requests?${query}`)).body.total
    expect([await totalOf('path=/lists/*/people'), await totalOf('path=/lists/*/members')]).toEqual([1, 0])
    expect(await totalOf('operation=addMember')).toBe(1)
    const verdictOf = async (match: object) => (await call('POST /_control/requests/verify', { match })).body.verdict
    expect(await verdictOf({ operation: 'addMember', body: { '/mail': ADA.mail, '/status': 'enrolled' } })).toBe('pass')
    expect(await verdictOf({ operation: 'addMember', body: { '/email_address': ADA.mail } })).toBe('fail')
  })

  test('webhooks have the words of the deployment, and their payload those of the reference', async () => {
    const { call, plant, list } = await world({ webhooks: { mode: 'record', signing: 'on' } })
    await plant((tx) => makeWebhook(tx, list, { url: 'http://127.0.0.1:9/a', events: { subscribe: true } }))
    await call(`POST ${PEOPLE}`, ADA)
    const [delivery] = (await plant((tx) => tx.range(deliveries.key).all())).filter(({ event }) => event === 'subscribe')
    const form = new URLSearchParams(delivery?.body)
    expect(form.get('type')).toBe('joined')
    expect(form.get('data[audience]')).toBe(LIST)
    expect(form.get('data[merges][LNAME]')).toBe('members')
    expect(delivery?.payload).toMatchObject({ type: 'subscribe', data: { list_id: LIST, merges: { LNAME: 'members' } } })
  })

  test('requests to webhooks have the user agent of the deployment and its signature header', async () => {
    const { call, plant, list } = await world({ webhooks: { mode: 'record', signing: 'on' } })
    await plant((tx) => makeWebhook(tx, list, { url: 'http://127.0.0.1:9/a', events: { subscribe: true } }))
    await call(`POST ${PEOPLE}`, ADA)
    const [delivery] = (await plant((tx) => tx.range(deliveries.key).all())).filter(({ event }) => event === 'subscribe')
    if (!delivery) throw new Error('There is no delivery.')
    const { headers } = makeWebhookRequest(delivery, 0, { vocabulary })
    expect(headers['user-agent']).toBe('Brand')
    expect(headers).toHaveProperty('x-brand-signature')
    expect(headers).not.toHaveProperty('x-service-signature')
    expect(makeWebhookRequest({ ...delivery, event: 'validation' }, 0, { vocabulary })).toMatchObject({
      method: 'GET',
      headers: { 'user-agent': 'Brand WebHook Validator' },
    })
  })

  test('the history of an object is found by the path of a call, and by that of the reference', async () => {
    const { call } = await world()
    await call(`POST ${PEOPLE}`, ADA)
    const why = async (path: string) => (await call(`GET /_control/why?path=${encodeURIComponent(path)}`)).body
    for (const path of [`${PEOPLE}/ada@acme.test`, `/3.0/lists/${LIST}/members/ada@acme.test`])
      expect(await why(path)).toMatchObject({ entity: 'member', list_id: LIST, exists: true })
    expect(await why(`POST ${PEOPLE}/nobody@acme.test/tags`)).toMatchObject({ entity: 'member', exists: false })
    expect(await why('/3.0/layout-folders/x')).toMatchObject({ entity: 'template_folder', exists: false })
    expect(await why('/3.0/template-folders/x')).toMatchObject({ entity: 'template_folder', exists: false })
    expect(await why(`/3.0/lists/${LIST}/persons/x`)).toMatchObject({ status: 422 })
  })

  test('exports have the words of the deployment in their columns, and the merge tags of users', async () => {
    const double = await world()
    await double.call(`POST ${PEOPLE}`, ADA)
    const { files } = await makeExport(double, ['audiences'])
    expect(parseCsv(files[`audiences/${LIST}.csv`])).toMatchObject([
      { mail: 'ada@acme.test', status: 'enrolled', FNAME: 'Ada', LNAME: 'members' },
    ])
    expect(parseCsv(files['audiences/audiences.csv'])).toMatchObject([{ audience: LIST }])
  })

  test('faults are written in the words of the reference, and their answers have those of the deployment', async () => {
    const { call } = await world()
    const match = { operation: 'addMember', path: '/lists/*/members', body: { '/email_address': 'ada@acme.test' } }
    await call('POST /_control/faults', { match, effect: { problem: { preset: 'InvalidResource' } } })
    expect((await call(`POST ${PEOPLE}`, ADA)).body).toMatchObject({
      title: 'Wrong Resource',
      detail: expect.stringContaining('fault'),
    })
    await call('DELETE /_control/faults')
    await call('POST /_control/faults', { match: { operation: 'getMembers' }, effect: { connection: 'malformed' } })
    await call(`POST ${PEOPLE}`, ADA)
    const broken = await call(`GET ${PEOPLE}`).catch((error: unknown) => String(error))
    expect(broken).toContain('JSON')
    const { body } = await call('GET /_control/requests?operation=getMembers')
    expect(body.requests.at(-1).response.body).toMatch(/^\{"people":\[\{"id":/)
  })

  test('published schemas and the OpenAPI document have the words of the deployment', async () => {
    const { call } = await world()
    const { body: schema } = await call('GET /schema/3.0/Definitions/Lists/People/POST.json')
    const { properties, required } = schema.$defs[schema.$ref.slice('#/$defs/'.length)]
    expect(properties).toHaveProperty('mail')
    expect(required).toContain('mail')
    expect(properties.status.enum).toContain('enrolled')
    expect((await call('GET /schema/3.0/Definitions/Lists/Members/POST.json')).status).toBe(404)
    const { body: document } = await call('GET /_control/contract/openapi.json')
    expect(Object.keys(document.paths)).toContain('/lists/{list_id}/people/{subscriber_hash}')
    expect(document.components.schemas.Member.properties.mail).toMatchObject({ type: 'string' })
    expect(document.components.schemas.Condition.discriminator.mapping.BrandMail).toMatch(/TransactionalMailCondition$/)
    expect(JSON.stringify(document)).not.toContain('"email_address"')
    expect((await call('GET /_control/contract/openapi.json?world=nowhere')).status).toBe(404)
  })
})

describe('the vocabulary is a setting of a world', () => {
  test('a fork and a snapshot keep the vocabulary of a world, and null removes it', async () => {
    const { call } = await world()
    const { body: fork } = await call('POST /_control/worlds/default/fork', { id: 'copy' })
    expect(fork.id).toBe('copy')
    expect(
      (await call(`GET /_worlds/copy${PEOPLE}`, undefined, { headers: { authorization: `Bearer ${fork.api_key}` } })).status,
    ).toBe(200)
    await call('PATCH /_control/settings', { vocabulary: null })
    expect((await call(`GET ${PEOPLE}`)).status).toBe(404)
    expect((await call(`GET /3.0/lists/${LIST}/members`)).status).toBe(200)
    await call('POST /_control/reset')
    expect((await call('GET /3.0/activity-feed/brand-chatter')).status).toBe(200)
  })

  test('a bundle of a world with a vocabulary replays without differences', async () => {
    const server = mock()
    const spelled = await newWorld(server, { settings: { vocabulary } })
    const { body: list } = await spelled.service('POST /3.0/lists', {
      name: 'L',
      contact: { company: 'A', address1: 'B', city: 'C', state: 'D', zip: 'E', country: 'US' },
      permission_reminder: 'x',
      campaign_defaults: { from_name: 'A', from_email: 'a@acme.test', subject: '', language: 'en' },
      email_type_option: false,
    })
    await spelled.service(`POST /3.0/lists/${list.id}/people`, ADA)
    const replayed = await replay(await bundleOf(spelled))
    expect(replayed.replay).toMatchObject({ differences: [] })
    const { body } = await replayed.service(`GET /3.0/lists/${list.id}/people`)
    expect(body.people).toMatchObject([{ mail: 'ada@acme.test' }])
  })

  test('mistakes in the vocabulary of a world are refused with the place of the word', async () => {
    const { call } = await world()
    const { status, body } = await call('PATCH /_control/settings', { vocabulary: { keys: { email_adress: 'x' } } })
    expect(status).toBe(422)
    expect(body.errors).toEqual([
      {
        pointer: '/vocabulary/keys/email_adress',
        message: '"email_adress" is not a key of the reference. Did you mean email_address or email_addresses?',
      },
    ])
    const made = await call('POST /_control/worlds', { settings: { vocabulary: { paths: { lists: 'members' } } } })
    expect(made.status).toBe(422)
    expect(made.body.errors).toMatchObject([{ pointer: '/settings/vocabulary/paths/lists' }])
  })

  test('a new world accepts a vocabulary on its own, and refuses a mistake with its place', async () => {
    const { call } = await world()
    const { body: made } = await call('POST /_control/worlds', { vocabulary: { paths: { members: 'persons' } } })
    const { body: settings } = await call(`GET /_control/worlds/${made.id}/settings`)
    expect(settings.vocabulary).toEqual({ paths: { members: 'persons' } })
    const headers = { authorization: `Bearer ${made.api_key}` }
    const statusOf = async (path: string) => (await call(`GET /_worlds/${made.id}/3.0${path}`, undefined, { headers })).status
    const { body: found } = await call(`GET /_worlds/${made.id}/3.0/lists`, undefined, { headers })
    const [{ id }] = found.lists
    expect([await statusOf(`/lists/${id}/persons`), await statusOf(`/lists/${id}/members`)]).toEqual([200, 404])
    const wrong = await call('POST /_control/worlds', { vocabulary: { paths: { lists: 'members' } } })
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ pointer: '/vocabulary/paths/lists' }] })
    const malformed = await call('POST /_control/worlds', { vocabulary: { path: {} } })
    expect(malformed.body).toMatchObject({ status: 422, errors: [{ pointer: '/vocabulary/path' }] })
  })

  test('a new world that is given a vocabulary twice is refused', async () => {
    const { call } = await world()
    const both = await call('POST /_control/worlds', { vocabulary, settings: { vocabulary } })
    expect(both.body).toMatchObject({
      status: 422,
      detail: '/vocabulary: is the same setting as /settings/vocabulary; give only one of them.',
      errors: [{ pointer: '/vocabulary' }],
    })
  })
})
