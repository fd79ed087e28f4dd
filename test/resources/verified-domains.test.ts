import { describe, expect, test } from 'vitest'
import { emails } from '../../src/service/model/emails/email.ts'
import { authenticateDomain } from '../../src/service/model/verified-domains/domain.ts'
import { makeVerifiedDomain } from '../../src/service/rules/verified-domains/make.ts'
import { mock } from '../mock.ts'

const DOMAINS = '/3.0/verified-domains'
const ADDED = {
  domain: 'acme.test',
  verified: false,
  authenticated: false,
  verification_email: 'owner@acme.test',
  verification_sent: '2026-01-15T09:00:00+00:00',
}

/** A world with an unverified domain, and access to the mailbox of its owner. */
async function challenged() {
  const double = mock()
  const add = (verification_email: unknown) => double.call(`POST ${DOMAINS}`, { verification_email })
  const mails = () => double.plant((tx) => tx.range(emails.key).all())
  const lastCode = async () => (await mails()).at(-1)?.code ?? ''
  const verify = (code: unknown) => double.call(`POST ${DOMAINS}/acme.test/actions/verify`, { code })
  const { status, body } = await add('owner@acme.test')
  expect({ status, body }).toEqual({ status: 200, body: ADDED })
  return { ...double, add, mails, lastCode, verify }
}

describe('addVerifiedDomain', () => {
  test('addVerifiedDomain adds the domain of an address in lower case', async () => {
    const { add, call } = await challenged()
    expect((await add('Owner@Shop.ACME.test')).body).toEqual({
      ...ADDED,
      domain: 'shop.acme.test',
      verification_email: 'Owner@Shop.ACME.test',
    })
    expect((await call(`GET ${DOMAINS}`)).body.total_items).toBe(2)
  })

  test('addVerifiedDomain sends a code of six digits to the address', async () => {
    const { mails } = await challenged()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'domain_verification', to: 'owner@acme.test', code: expect.stringMatching(/^\d{6}$/) })
    expect(mail?.subject).toBe('Verify the domain acme.test')
    expect(mail?.text).toContain(`If that is you, the code is ${mail?.code}.`)
    expect(mail?.html).toContain(`<p>If that is you, the code is ${mail?.code}.</p>`)
  })

  test('addVerifiedDomain writes a domain into the email as plain text, whatever it looks like', async () => {
    const { add, mails } = await challenged()
    await add('a@<b>x</b>.test')
    expect((await mails()).at(-1)?.html).toContain('&lt;b&gt;x&lt;/b&gt;.test')
  })

  test('addVerifiedDomain sends a new code for an unverified domain, also to a different address', async () => {
    const { add, lastCode, verify, pass, call } = await challenged()
    const first = await lastCode()
    await pass('PT1H')
    const { status, body } = await add('admin@Acme.test')
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...ADDED, verification_email: 'admin@Acme.test', verification_sent: '2026-01-15T10:00:00+00:00' },
    })
    expect((await call(`GET ${DOMAINS}`)).body.total_items).toBe(1)
    const second = await lastCode()
    expect(second).not.toBe(first)
    expect((await verify(first)).status).toBe(400)
    expect((await verify(second)).status).toBe(200)
  })

  test('addVerifiedDomain never uses the same code twice in a row', async () => {
    const { add, lastCode } = await challenged()
    for (let i = 0; i < 50; i++) {
      const before = await lastCode()
      await add('owner@acme.test')
      expect(await lastCode()).not.toBe(before)
    }
  })

  test('addVerifiedDomain rejects a verified domain and sends nothing', async () => {
    const { add, lastCode, verify, handle } = await challenged()
    await verify(await lastCode())
    const before = handle().world
    expect((await add('owner@acme.test')).body).toMatchObject({ title: 'Bad Request', detail: 'acme.test is verified already.' })
    expect(handle().world).toBe(before)
  })
})

describe('verifyDomain', () => {
  test('verifyDomain verifies a domain with the code that was sent', async () => {
    const { verify, lastCode, call } = await challenged()
    const { status, body } = await verify(await lastCode())
    expect({ status, body }).toEqual({ status: 200, body: { ...ADDED, verified: true } })
    expect((await call(`GET ${DOMAINS}/acme.test`)).body).toEqual({ ...ADDED, verified: true })
  })

  test('verifyDomain rejects a wrong code any number of times and changes nothing', async () => {
    const { verify, lastCode, handle } = await challenged()
    const code = await lastCode()
    const before = handle().world
    for (const wrong of ['', '1', `${code} `, `0${code}`, code === '000000' ? '000001' : '000000'])
      expect((await verify(wrong)).body).toMatchObject({ status: 400, title: 'Bad Request' })
    expect(handle().world).toBe(before)
    expect((await verify(code)).status).toBe(200)
  })

  test('verifyDomain accepts any code for a verified domain and changes nothing', async () => {
    const { verify, lastCode, handle } = await challenged()
    await verify(await lastCode())
    const before = handle().world
    const { status, body } = await verify('nonsense')
    expect({ status, body }).toEqual({ status: 200, body: { ...ADDED, verified: true } })
    expect(handle().world).toBe(before)
  })

  test('verifyDomain finds a domain case-insensitively', async () => {
    const { call, lastCode } = await challenged()
    const { body } = await call(`POST ${DOMAINS}/ACME.Test/actions/verify`, { code: await lastCode() })
    expect(body.verified).toBe(true)
  })
})

describe('getVerifiedDomains', () => {
  test('getVerifiedDomains returns all domains in the order in which they were added, without links', async () => {
    const { add, call } = await challenged()
    await add('owner@aaa.test')
    const { body } = await call(`GET ${DOMAINS}`)
    expect(body.domains).toEqual([ADDED, { ...ADDED, domain: 'aaa.test', verification_email: 'owner@aaa.test' }])
  })

  test('getVerifiedDomains ignores field selection', async () => {
    const { call, plant } = mock()
    for (let i = 0; i < 12; i++) await plant((tx) => makeVerifiedDomain(tx, { verification_email: `a@b${i}.test` }))
    const { body } = await call(`GET ${DOMAINS}?fields=total_items`)
    expect(body.domains).toHaveLength(12)
    expect(body.total_items).toBe(12)
  })
})

describe('getVerifiedDomain', () => {
  test('getVerifiedDomain finds a domain case-insensitively', async () => {
    const { call } = await challenged()
    expect((await call(`GET ${DOMAINS}/ACME.TEST`)).body).toEqual(ADDED)
  })

  test('getVerifiedDomain shows that a domain was authenticated outside the account', async () => {
    const { call, plant, handle } = await challenged()
    await plant((tx) => authenticateDomain(tx, 'ACME.test'))
    expect((await call(`GET ${DOMAINS}/acme.test`)).body).toEqual({ ...ADDED, authenticated: true })
    const before = handle().world
    await plant((tx) => authenticateDomain(tx, 'acme.test'))
    expect(handle().world).toBe(before)
  })

  test("getVerifiedDomain shows a scenario's domain that is verified from the start", async () => {
    const { call, plant } = mock()
    await plant((tx) => makeVerifiedDomain(tx, { verification_email: 'owner@acme.test', verified: true, authenticated: true }))
    expect((await call(`GET ${DOMAINS}/acme.test`)).body).toEqual({ ...ADDED, verified: true, authenticated: true })
  })
})

describe('deleteVerifiedDomain', () => {
  test('deleteVerifiedDomain returns 200 with an empty body and deletes the domain', async () => {
    const { call } = await challenged()
    const { status, text, headers } = await call(`DELETE ${DOMAINS}/Acme.test`)
    expect({ status, text, length: headers.get('content-length') }).toEqual({ status: 200, text: '', length: '0' })
    // An empty body is not valid JSON: clients that rely on the content type would try to parse it.
    expect(headers.get('content-type')).toBeNull()
    expect((await call(`GET ${DOMAINS}`)).body).toEqual({ domains: [], total_items: 0 })
  })

  test('deleteVerifiedDomain returns 204 if the setting says so', async () => {
    const { call, plant } = mock({ settings: { verified_domain_delete_status: 204 } })
    await plant((tx) => makeVerifiedDomain(tx, { verification_email: 'owner@acme.test' }))
    const { status, text } = await call(`DELETE ${DOMAINS}/acme.test`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
  })

  test('deleteVerifiedDomain invalidates the code: a domain added again gets a different one', async () => {
    const { call, add, lastCode, verify } = await challenged()
    const code = await lastCode()
    await verify(code)
    await call(`DELETE ${DOMAINS}/acme.test`)
    expect((await add('owner@acme.test')).body).toEqual(ADDED)
    expect((await verify(code)).status).toBe(code === (await lastCode()) ? 200 : 400)
  })
})
