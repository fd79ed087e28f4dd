import { describe, expect, test } from 'vitest'
import { makeConnectedSite } from '../../../src/service/rules/connected-sites/site.ts'
import { makeMove } from '../../../src/kernel/world/machine.ts'
import { landingPageMachine } from '../../../src/service/model/landing-pages/machine.ts'
import { makeLandingPage } from '../../../src/service/rules/landing-pages/make.ts'
import { pageVisits } from '../../../src/service/model/landing-pages/page.ts'
import { makeVerifiedDomain } from '../../../src/service/rules/verified-domains/make.ts'
import { ID } from '../../resources/member-world.ts'
import { triggerWorld } from './trigger-world.ts'

test('domain.authenticate authenticates a domain of the account', async () => {
  const { cause, plant, call } = await triggerWorld()
  await plant((tx) => makeVerifiedDomain(tx, { verification_email: 'owner@acme.test' }))
  const { body } = await cause('domain.authenticate', { domain: 'ACME.test' })
  expect(body.changed).toEqual([{ entity: 'verified_domain', id: 'acme.test' }])
  expect((await call('GET /3.0/verified-domains/acme.test')).body).toMatchObject({ authenticated: true, verified: false })
  expect((await cause('domain.authenticate', { domain: 'acme.test' })).body.changed).toEqual([])
})

test('domain.authenticate rejects an unknown domain', async () => {
  const { refusal } = await triggerWorld()
  expect(await refusal({ trigger: 'domain.authenticate', domain: 'acme.test' })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/domain', message: 'The domain acme.test has not been added. There are none.' }],
  })
})

test('site.install_script makes the script of a site verifiable, whatever the setting says', async () => {
  const { cause, plant, call } = await triggerWorld({}, { settings: { site_script: 'missing' } })
  await plant((tx) => makeConnectedSite(tx, { foreign_id: 'shop', domain: 'acme.test' }))
  const verify = () => call('POST /3.0/connected-sites/shop/actions/verify-script-installation')
  expect((await verify()).status).toBe(400)
  expect((await cause('site.install_script', { foreign_id: 'shop' })).body.changed).toEqual([
    { entity: 'connected_site', id: 'shop' },
  ])
  expect((await verify()).status).toBe(204)
})

test('site.install_script for an unknown site is rejected', async () => {
  const { refusal } = await triggerWorld()
  expect(await refusal({ trigger: 'site.install_script', foreign_id: 'shop' })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/foreign_id', message: 'There is no connected site shop. There are none.' }],
  })
})

test('page.visit counts the visitors of a published page', async () => {
  const { cause, plant } = await triggerWorld()
  const page = await plant((tx) =>
    makeMove(tx, landingPageMachine, makeLandingPage(tx, { name: 'Welcome', list_id: ID }), 'publish'),
  )
  for (let i = 0; i < 2; i++) {
    expect((await cause('page.visit', { page_id: page.id })).body.changed).toEqual([{ entity: 'landing_page', id: page.id }])
  }
  expect(await plant((tx) => tx.first(pageVisits.key, { page_id: page.id }))).toMatchObject({ visits: 2 })
})

test('page.visit rejects unpublished and unknown pages', async () => {
  const { refusal, plant } = await triggerWorld()
  const { id } = await plant((tx) => makeLandingPage(tx, { name: 'Welcome', list_id: ID }))
  expect(await refusal({ trigger: 'page.visit', page_id: id })).toMatchObject({
    status: 409,
    detail: `The landing page ${id} is not published, so it cannot be visited.`,
  })
  expect(await refusal({ trigger: 'page.visit', page_id: 'x' })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/page_id', message: `There is no landing page x. There are: ${id} (Welcome).` }],
  })
})

describe('oauth.approve, oauth.refuse and oauth.revoke', () => {
  async function application() {
    const world = await triggerWorld()
    const { oauth } = (await world.call('GET /_control/worlds/default')).body
    const { client_id, client_secret, redirect_uri } = oauth
    const approve = () => world.cause('oauth.approve', { client_id, redirect_uri, state: 'xyz' })
    const exchange = async (code: string) => {
      const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code }
      const response = await world.app.request('http://maildouble.test/oauth2/token', {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      return (await response.json()) as { access_token: string }
    }
    return { ...world, client_id, redirect_uri, approve, exchange }
  }

  test('oauth.approve issues a code that can be exchanged for a token, and oauth.revoke revokes the token', async () => {
    const { approve, exchange, cause, call, client_id } = await application()
    const { body } = await approve()
    expect(body).toMatchObject({ changed: [{ entity: 'oauth_client', id: client_id }], code: expect.any(String), state: 'xyz' })
    const { access_token } = await exchange(body.code)
    const read = () => call('GET /3.0/lists', undefined, { headers: { authorization: `Bearer ${access_token}` } })
    expect((await read()).status).toBe(200)
    expect((await cause('oauth.revoke', { access_token })).body.changed).toEqual([{ entity: 'oauth_client', id: client_id }])
    expect((await read()).status).toBe(401)
  })

  test('oauth.refuse refuses an application with the parameters of the redirect, and changes nothing', async () => {
    const { cause, refusal, handle, app, client_id, redirect_uri } = await application()
    const { world } = handle()
    expect((await cause('oauth.refuse', { client_id, redirect_uri, state: 'a b&c' })).body).toEqual({
      trigger: 'oauth.refuse',
      events: [],
      deliveries: [],
      changed: [],
      error: 'access_denied',
      error_description: 'The user refused.',
      state: 'a b&c',
    })
    expect((await cause('oauth.refuse', { client_id, redirect_uri })).body).not.toHaveProperty('state')
    expect(handle().world).toBe(world)
    // The same as the redirect of a user who presses the button.
    const authorize = 'http://maildouble.test/oauth2/authorize'
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 'a b&c' })
    const page = await (await app.request(`${authorize}?${query}`)).text()
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
    const body = new URLSearchParams({ ...Object.fromEntries(fields), decision: 'refuse' })
    const response = await app.request(authorize, { method: 'POST', body })
    expect(Object.fromEntries(new URL(response.headers.get('location') ?? '').searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user refused.',
      state: 'a b&c',
    })
    expect(await refusal({ trigger: 'oauth.refuse', client_id: `${client_id.slice(0, -1)}_`, redirect_uri })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/client_id', message: expect.stringContaining(`Did you mean ${client_id}?`) }],
    })
    expect(await refusal({ trigger: 'oauth.refuse', client_id, redirect_uri: 'http://x.test' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/redirect_uri', message: `This application has the redirect_uri ${redirect_uri}, not this one.` }],
    })
  })

  test('the OAuth triggers reject an unknown client', async () => {
    const { refusal, client_id, redirect_uri } = await application()
    expect(await refusal({ trigger: 'oauth.approve', client_id: 'x', redirect_uri })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/client_id', message: `No application has the client_id x. There are: ${client_id}.` }],
    })
    expect(await refusal({ trigger: 'oauth.approve', client_id, redirect_uri: 'http://x.test' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/redirect_uri' }],
    })
    expect(await refusal({ trigger: 'oauth.revoke', access_token: 'x' })).toMatchObject({
      status: 422,
      errors: [{ pointer: '/access_token' }],
    })
  })

  test('oauth.revoke rejects a token that is revoked already', async () => {
    const { approve, exchange, cause, refusal } = await application()
    const { access_token } = await exchange((await approve()).body.code)
    await cause('oauth.revoke', { access_token })
    expect((await refusal({ trigger: 'oauth.revoke', access_token })).status).toBe(409)
  })
})

test('account.disable and account.enable lock and unlock the account', async () => {
  const { cause, call, handle } = await triggerWorld()
  expect((await cause('account.disable')).body.changed).toMatchObject([{ entity: 'account' }])
  expect((await call(`GET /3.0/lists/${ID}`)).body).toMatchObject({ status: 403, title: 'User Disabled' })
  const { world } = handle()
  expect((await cause('account.disable')).body.changed).toEqual([])
  expect(handle().world).toBe(world)
  await cause('account.enable')
  expect((await call(`GET /3.0/lists/${ID}`)).status).toBe(200)
})
