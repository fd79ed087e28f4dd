import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VerificationError, type Schemas, type World } from '../../src/kit/client/index.ts'
import { explainVerdict } from '../../src/kit/client/requests.ts'
import { targets, clientAndWorld, LIST, thrownBy, type TestTarget } from './targets.ts'

describe.each(targets)('world.verify(), %s', (_, open) => {
  let target: TestTarget
  let world: World

  beforeAll(async () => {
    target = await open()
    world = (await clientAndWorld(target)).world
    const add = (email_address: string, more: object = {}) =>
      world.fetch(`/lists/${LIST}/members`, {
        method: 'POST',
        headers: { 'x-run': '7' },
        body: JSON.stringify({ email_address, status: 'subscribed', ...more }),
      })
    await add('ad@acme.test')
    await add('eve@acme.test', { merge_fields: { FNAME: 'Eve', LNAME: 'E'.repeat(200) }, tags: ['a', 'b'] })
    await world.fetch('/lists?count=10&fields=lists.name')
    await world.fetch(`/lists/${LIST}/members/nobody@acme.test`)
  })
  afterAll(() => target[Symbol.asyncDispose]())

  const messageOf = async (expected: Schemas['VerifyRequests']) => {
    const error = await thrownBy(() => world.requests.verify(expected))
    expect(error).toBeInstanceOf(VerificationError)
    const { message } = error as VerificationError
    expect(Math.max(...message.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    return `\n${message}\n`
  }

  // behaviour:verification
  test('a passed verification resolves to its verdict', async () => {
    expect(await world.requests.verify({ match: { operation: 'addMember' }, count: { exactly: 2 } })).toMatchObject({
      verdict: 'pass',
      matched: 2,
    })
  })

  // behaviour:closest-call
  test('a failed verification shows the closest calls', async () => {
    const match = {
      operation: 'addMember',
      headers: { 'x-run': '7' },
      body: { '/email_address': 'ada@acme.test', '/vip': true },
    } as const
    expect(await messageOf({ match })).toMatchInlineSnapshot(`
      "
      Expected at least 1 call to match, but none did.

      Looked for
        operation       "addMember"
        headers.x-run   "7"
        /email_address  "ada@acme.test"
        /vip            true

      Closest
        POST /3.0/lists/3eb0000001/members, answered 200
                          expected         actual
          /email_address  "ada@acme.test"  "ad@acme.test"
          /vip            true             nothing
        POST /3.0/lists/3eb0000001/members, answered 200
                          expected         actual
          /email_address  "ada@acme.test"  "eve@acme.test"
          /vip            true             nothing
        GET /3.0/lists/3eb0000001/members/nobody@acme.test, answered 404
                          expected         actual
          operation       "addMember"      "getMember"
          headers.x-run   "7"              nothing
          /email_address  "ada@acme.test"  nothing
          /vip            true             nothing
      "
    `)
  })

  test('long values in a failed verification are shortened so that their difference is visible', async () => {
    const body = {
      '/merge_fields/LNAME': `${'E'.repeat(100)}F`,
      '/tags': ['a', 'b', 'c'],
      '/merge_fields/FNAME': { deep: ['x'.repeat(50)] },
    }
    expect(await messageOf({ match: { operation: ['addMember', 'updateMember'], body }, count: { exactly: 1 } }))
      .toMatchInlineSnapshot(`
      "
      Expected exactly 1 call to match, but none did.

      Looked for
        operation            ["addMember","updateMember"]
        /merge_fields/LNAME  "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEEE…
        /tags                ["a","b","c"]
        /merge_fields/FNAME  {"deep":["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]}

      Closest
        POST /3.0/lists/3eb0000001/members, answered 200
                               expected                       actual
          /merge_fields/LNAME  …EEEEEEEEF"                    …EEEEEEEEEEEEEEEEEEEEEEEEEEE…
          /tags                ["a","b","c"]                  ["a","b"]
          /merge_fields/FNAME  {"deep":["xxxxxxxxxxxxxxxxxx…  "Eve"
        POST /3.0/lists/3eb0000001/members, answered 200
                               expected                       actual
          /merge_fields/LNAME  "EEEEEEEEEEEEEEEEEEEEEEEEEEE…  nothing
          /tags                ["a","b","c"]                  nothing
          /merge_fields/FNAME  {"deep":["xxxxxxxxxxxxxxxxxx…  nothing
        GET /3.0/lists/3eb0000001/members/nobody@acme.test, answered 404
                               expected                       actual
          operation            ["addMember","updateMember"]   "getMember"
          /merge_fields/LNAME  "EEEEEEEEEEEEEEEEEEEEEEEEEEE…  nothing
          /tags                ["a","b","c"]                  nothing
          /merge_fields/FNAME  {"deep":["xxxxxxxxxxxxxxxxxx…  nothing
      "
    `)
  })

  test('a verification that failed by too many calls shows the matching ones', async () => {
    expect(await messageOf({ match: { method: 'GET', via: 'http' }, count: { at_most: 0 } })).toMatchInlineSnapshot(`
      "
      Expected at most 0 calls to match, but 2 did.

      Looked for
        method  "GET"
        via     "http"

      What matched
        GET /3.0/lists?count=10&fields=lists.name, answered 200
        GET /3.0/lists/3eb0000001/members/nobody@acme.test, answered 404
      "
    `)
  })

  test('matching calls in a failed verification are distinguished by their contents', async () => {
    const message = await messageOf({ match: { operation: 'addMember' }, count: { exactly: 1 } })
    expect(message.slice(message.indexOf('What matched'))).toMatchInlineSnapshot(`
      "What matched
        POST /3.0/lists/3eb0000001/members, answered 200
          {"email_address":"ad@acme.test","status":"subscribed"}
        POST /3.0/lists/3eb0000001/members, answered 200
          {"email_address":"eve@acme.test","status":"subscribed","merge_fields":{"FNAME":"Eve","LNAME":…
      "
    `)
  })

  test('a failed verification shows a different status as a difference', async () => {
    const match = { path: '/lists/*/members/*', status: 200 } as const
    expect(await messageOf({ match, count: { exactly: 2 }, within: 20 })).toMatchInlineSnapshot(`
      "
      Expected exactly 2 calls to match within 20 ms, but none did.

      Looked for
        path    "/lists/*/members/*"
        status  200

      Closest
        GET /3.0/lists/3eb0000001/members/nobody@acme.test, answered 404
                  expected  actual
          status  200       404
        GET /3.0/lists?count=10&fields=lists.name, answered 200
                expected              actual
          path  "/lists/*/members/*"  "/lists"
        POST /3.0/lists/3eb0000001/members, answered 200
                expected              actual
          path  "/lists/*/members/*"  "/lists/3eb0000001/members"
      "
    `)
  })

  test('a failed verification says if the world has no calls at all', async () => {
    const { world: quiet } = await clientAndWorld(target)
    expect((await thrownBy(() => quiet.requests.verify())) as Error).toMatchInlineSnapshot(`
      [VerificationError: Expected at least 1 call to match, but none did.

      Expected any call.

      There were no calls. Does the application use the base URL of this world, and its key?]
    `)
  })

  test('the error of a failed verification has the verdict as a property', async () => {
    const error = await thrownBy(() => world.requests.verify({ match: { operation: 'createBatch' } }))
    expect(error).toMatchObject({ name: 'VerificationError', verdict: { verdict: 'fail', matched: 0, closest: [{}, {}, {}] } })
  })

  test('an inconclusive verification throws as well', async () => {
    const { world: large } = await clientAndWorld(target)
    const body = JSON.stringify({
      email_address: 'l@acme.test',
      status: 'subscribed',
      merge_fields: { FNAME: 'x'.repeat(70_000) },
    })
    await large.fetch(`/lists/${LIST}/members`, { method: 'POST', body })
    const error = await thrownBy(() => large.requests.verify({ match: { body: { '/vip': true } }, count: { at_least: 1 } }))
    expect(`\n${String(error)}\n`).toMatchInlineSnapshot(`
      "
      VerificationError: Cannot tell: expected at least 1 call to match, and none did for certain.
      1 call could match, but only the first 64 KiB of a body are stored.

      Looked for
        /vip  true
      "
    `)
  })

  test('the verdict of a verification is available without an error', async () => {
    expect(await world.requests.verdict({ count: { exactly: 0 } })).toMatchObject({ verdict: 'fail', matched: 4 })
  })
})

test('a failed verification mentions evicted calls', () => {
  const verdict = { verdict: 'inconclusive', matched: 1, unsure: 0, evicted: 12, requests: ['gone'], closest: [] } as const
  expect(`\n${explainVerdict({ match: { path: '/lists' }, count: { exactly: 1 }, within: 'PT5S' }, verdict, new Map())}\n`)
    .toMatchInlineSnapshot(`
    "
    Cannot tell: expected exactly 1 call to match within PT5S, and 1 did for certain.
    12 calls were evicted and could have matched.

    Looked for
      path  "/lists"

    What matched
      a call that was evicted
    "
  `)
})
