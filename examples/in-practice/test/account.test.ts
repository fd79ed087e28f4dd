// The account: keys, plans, lists that go away, and sign-ins.
import { createMirror, report, signIn, subscribe } from '#client'
import { ADA, BOB, EVE, expect, NEWS, pain } from './pain.ts'

pain('the key is revoked', { symptom: /calls with the revoked key/ }, async ({ world, api }) => {
  await world.trigger('api_key.revoke', {})
  for (const email of [ADA, BOB, EVE]) await expect(subscribe(api, NEWS, email)).rejects.toThrow('API Key Invalid')
  expect(await world.requests.list(), 'calls with the revoked key').toHaveLength(1)
})

pain('the key belongs to another data centre', { symptom: /calls to the wrong address/ }, async ({ world, api }) => {
  await world.faults.add({ effect: { problem: { preset: 'WrongDatacenter' } }, must_fire: true })
  for (const email of [ADA, BOB, EVE]) await expect(subscribe(api, NEWS, email)).rejects.toThrow('Wrong Datacenter')
  expect(await world.requests.list(), 'calls to the wrong address').toHaveLength(1)
})

pain('the plan lacks a feature', { symptom: /User action not permitted/ }, async ({ world, api }) => {
  await world.settings.update({ conversations: 'off' })
  expect(await report(api, NEWS)).toEqual({ subscribers: 16, unread: undefined })
})

pain('a colleague deletes the list', { symptom: /subscribers in our table/ }, async ({ world, api }) => {
  const { subscribed, reconcile } = createMirror(api, NEWS)
  for (const email of [ADA, BOB]) subscribed.add(email)
  await world.trigger('list.delete', { list_id: NEWS })
  await reconcile().catch(String)
  expect([...subscribed], 'subscribers in our table').toEqual([ADA, BOB])
})

pain(
  'a person takes too long to sign in',
  { symptom: /where to begin again/, world: { scenario: 'oauth-expiry' } },
  async ({ world }) => {
    const { client_id, client_secret, redirect_uri } = world.oauth
    const { code = '' } = await world.trigger('oauth.approve', { client_id, redirect_uri })
    await world.clock.advance('PT31S')
    const outcome = await signIn(
      { authUrl: world.authUrl, clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri },
      code,
    )
    expect(outcome, 'where to begin again').toEqual({ again: expect.stringContaining('/oauth2/authorize?') })
  },
)
