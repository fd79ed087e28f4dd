import { expect, test } from 'vitest'
import { mock } from '../../mock.ts'
import { answering, receiving } from '../../outbound/delivery-world.ts'
import { bundleOf, contentsOf, NEW_LIST, newWorld, replay } from '../bundles/bundle-world.ts'

test('resent, deleted and faulted deliveries have the same outcome in a replay, and nothing is sent', async () => {
  const { url, received } = await answering(500, 200, 503, 200)
  const server = mock()
  const source = await newWorld(server, {
    id: 'shop',
    scenario: 'empty',
    settings: { webhooks: { validation: 'off', retries: ['PT1M'] } },
  })
  const { service, control } = source
  const { body: list } = await service('POST /3.0/lists', NEW_LIST)
  await service(`POST /3.0/lists/${list.id}/webhooks`, { url, events: { subscribe: true } })
  await control('POST /delivery-faults', { effect: 'reorder', when: { nth: 2 } })
  await control('POST /delivery-faults', { effect: 'duplicate', when: { probability: 0.5 } })
  await control('POST /delivery-faults', { effect: { delay: 'PT30S' }, when: { nth: 4 } })
  const subscribe = (name: string) =>
    service(`POST /3.0/lists/${list.id}/members`, { email_address: `${name}@acme.test`, status: 'subscribed' })
  await subscribe('gone')
  await control('POST /clock/advance', { by: 0 })
  await control('DELETE /deliveries')
  for (const name of ['ada', 'bob', 'cy', 'dee', 'eve']) await subscribe(name)
  await control('POST /clock/advance', { by: 'PT10M' })
  const { deliveries } = (await control('GET /deliveries')).body
  await control(`POST /deliveries/${deliveries[0].id}/resend`)
  await control('DELETE /delivery-faults/1')
  await control('POST /clock/advance', { until: 'idle' })

  const sent = received.length
  const copy = await replay(await bundleOf(source))
  for (const path of ['/deliveries', '/delivery-faults', '/clock']) {
    expect((await copy.control(`GET ${path}`)).body).toEqual((await control(`GET ${path}`)).body)
  }
  expect(contentsOf(copy.server, 'shop')).toEqual(contentsOf(server, 'shop'))
  expect(received).toHaveLength(sent)
})

test('a delivery deleted in flight does not affect a replay', async () => {
  const gone: Promise<unknown>[] = []
  const { url, got } = await receiving((_request, response) => {
    gone.push(new Promise((resolve) => response.on('close', resolve)))
  })
  const source = await newWorld(mock(), { id: 'shop', scenario: 'empty', settings: { webhooks: { validation: 'off' } } })
  const { service, control } = source
  const { body: list } = await service('POST /3.0/lists', NEW_LIST)
  await service(`POST /3.0/lists/${list.id}/webhooks`, { url, events: { subscribe: true } })
  await service(`POST /3.0/lists/${list.id}/members`, { email_address: 'ada@acme.test', status: 'subscribed' })
  await got(1)
  await control('DELETE /deliveries')
  await Promise.all(gone)
  await control('POST /clock/advance', { by: 0 })
  const bundle = await bundleOf(source)
  expect(bundle.steps.map(({ step }: { step: string }) => step)).not.toContain('outcome')
  expect((await (await replay(bundle)).control('GET /deliveries')).body).toEqual({ deliveries: [], total: 0, evicted: 0 })
})
