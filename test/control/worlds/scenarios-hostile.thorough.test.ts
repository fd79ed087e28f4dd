import { describe, expect, test } from 'vitest'
import { mock } from '../../mock.ts'

const { call } = mock()

function send(raw: string, type = 'application/yaml') {
  return call('POST /_control/scenarios/validate', undefined, { raw, headers: { 'content-type': type } })
}

const HEAD = 'name: mine\ndescription: Mine.\n'

/** Nine aliases of nine aliases of nine aliases ... */
const bomb = 'bcdefghij'
  .split('')
  .reduce(
    (text, name, i) => `${text}${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]\n`,
    'a: &a [x, x, x, x, x, x, x, x, x]\n',
  )

const TOO_MANY_KEYS = 'is too large: there are more than 50000 keys in it. Use `generate` for bulk data.'

describe('validateScenario on hostile input', () => {
  test.each([
    ['aliases that expand too much', bomb, 'has too many aliases, more than 1000 after resolving them'],
    ['an anchor that contains itself', 'a: &a [*a]', 'is nested deeper than 64 levels'],
    ['an undefined alias', 'a: *nobody', 'There is no anchor &nobody before this'],
    ['nested brackets', '['.repeat(100_000), 'is nested deeper than 64 levels'],
    ['nested lists', `${'- '.repeat(5_000)}a`, 'is nested deeper than 64 levels'],
    ['nested keys', `${'? '.repeat(200)}a`, 'Keys must be plain strings'],
    ['a key that is a list', '? [a]\n: b', 'Keys must be plain strings'],
    ['a duplicate key', 'name: a\nname: b', 'Map keys must be unique'],
    ['a custom tag', 'name: !!js/function a', 'Unresolved tag: tag:yaml.org,2002:js/function'],
    ['several documents', '---\na: 1\n---\nb: 2\n', 'Source contains multiple documents'],
    ['too many values', '- a\n'.repeat(600_000), 'is too large: there are more than 500000 values and delimiters in it'],
    ['too many keys', Array.from({ length: 50_001 }, (_, i) => `k${i}: 1`).join('\n'), TOO_MANY_KEYS],
    ['too many keys in JSON', JSON.stringify(Array.from({ length: 50_001 }, () => ({ k: 1 }))), TOO_MANY_KEYS],
    ['too many keys after resolving aliases', `a: &a [${'{k: 1},'.repeat(101)}]\nb: [${'*a,'.repeat(500)}]`, TOO_MANY_KEYS],
    ['nothing', '', 'must be an object, but it is null.'],
    ['a number', '42', 'must be an object, but it is the number 42.'],
  ])('a scenario with %s is reported as an error', async (_what, raw, message) => {
    const { status, body } = await send(raw)
    expect([status, body.valid, body.errors[0].message]).toEqual([200, false, expect.stringContaining(message)])
  })

  test.each([
    ['{"name": "mine",\n "description": }', 2, 'is not JSON: expected a value but found } in column 17'],
    ['['.repeat(100_000), 1, 'is nested deeper than 64 levels'],
    ['null', 1, 'must be an object, but it is null.'],
  ])('validateScenario reports the line of the error in JSON such as %j', async (raw, line, message) => {
    const { status, body } = await send(raw, 'application/json')
    expect([status, body.valid]).toEqual([200, false])
    expect(body.errors[0]).toMatchObject({ line, message: expect.stringContaining(message) })
  })

  test.each(['application/yaml', 'application/json'])(
    'validateScenario treats the name __proto__ as ordinary in %s',
    async (type) => {
      const raw = '{"name": "mine", "description": "M", "__proto__": {"valid": true}, "account": {"__proto__": {"role": "x"}}}'
      const { body } = await send(raw, type)
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/__proto__', '/account/__proto__'])
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )

  test('validateScenario compares very many keys quickly, and does not send very many campaigns', async () => {
    const keys = await send(Array.from({ length: 50_000 }, (_, i) => `k${i}: 1`).join('\n'))
    expect(keys.body.errors).toHaveLength(100)
    const members = '      - { email_address: a@b.test, status: subscribed }\n'.repeat(2_000)
    const campaigns = '      - { subject_line: A, send_time: -P1D }\n'.repeat(1_000)
    const { body } = await send(`${HEAD}lists:\n  - name: A\n    members:\n${members}    campaigns:\n${campaigns}`)
    expect(body.errors).toEqual([
      { pointer: '/lists', line: 3, column: 1, message: 'must have at most 1000000 copies of campaigns to be checked' },
    ])
  })

  test('many colons in texts are not keys', async () => {
    const { body } = await send(`${HEAD}# ${'a: b '.repeat(60_000)}\n`)
    expect(body).toEqual({ valid: true, errors: [] })
  })

  test('validateScenario accepts 25 MiB and rejects more', async () => {
    const text = (bytes: number) => `name: mine\ndescription: ${'x'.repeat(bytes)}`
    expect((await send(text(25 * 1024 * 1024 - 100))).body).toEqual({ valid: true, errors: [] })
    expect((await send(text(25 * 1024 * 1024 + 1))).status).toBe(413)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/yamlish', ''])(
    'validateScenario rejects a body of type %j, which pages of other sites could send',
    async (type) => {
      const { status, body } = await send(HEAD, type)
      expect(status).toBe(415)
      expect(body.detail).toBe(
        'The control API reads only application/yaml, application/x-yaml, text/yaml, application/json here. Send the body with that content-type.',
      )
    },
  )

  test('YAML is accepted by no operation except validateScenario, and not from pages of other sites', async () => {
    const headers = { 'content-type': 'application/yaml' }
    expect((await call('POST /_control/worlds', undefined, { raw: 'id: a', headers })).status).toBe(415)
    const foreign = { ...headers, origin: 'https://evil.test' }
    expect((await call('POST /_control/scenarios/validate', undefined, { raw: HEAD, headers: foreign })).status).toBe(403)
    const crossSite = { ...headers, 'sec-fetch-site': 'cross-site' }
    expect((await call('POST /_control/scenarios/validate', undefined, { raw: HEAD, headers: crossSite })).status).toBe(403)
  })
})
