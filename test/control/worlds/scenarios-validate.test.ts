import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'

const YAML = 'application/yaml'
const HEAD = 'name: mine\ndescription: Mine.\n'

const { call } = mock()

function send(raw: string, type = YAML) {
  return call('POST /_control/scenarios/validate', undefined, { raw, headers: { 'content-type': type } })
}

/** The errors, one line each. */
async function errorsOf(raw: string, type = YAML): Promise<string[]> {
  const { status, body } = await send(raw, type)
  expect([status, body.valid]).toEqual([200, body.errors.length === 0])
  return body.errors.map(({ line, pointer, message }: Body) => `${line} ${pointer} ${message}`)
}

const news = (yaml: string) => `${HEAD}lists:\n  - id: aaaaaaaaaa\n    name: News\n${yaml.replace(/^/gm, '    ')}`

describe('validateScenario', () => {
  test.each(readdirSync('scenarios'))('validateScenario accepts the shipped scenario %s', async (file) => {
    expect((await send(readFileSync(`scenarios/${file}`, 'utf8'))).body).toEqual({ valid: true, errors: [] })
  })

  test('validateScenario accepts the examples in the documentation', async () => {
    // A first line with the name of a file marks a file that is no scenario, or a broken one.
    const blocks = readFileSync('docs/scenarios.md', 'utf8').matchAll(/```yaml\n(?!# \S+\.yaml\n)([^]*?)```/g)
    const examples = [...blocks].map(([, text = '']) => text)
    for (const example of examples) expect(await errorsOf(example)).toEqual([])
    for (const key of ['timeline:', 'generate:', 'engagement:', 'outages:']) expect(examples.join('')).toContain(key)
  })

  test.each([YAML, 'application/x-yaml', 'text/yaml', 'Text/YAML; charset=utf-8'])(
    'validateScenario accepts YAML with the content type %s',
    async (type) => {
      expect(await errorsOf(HEAD, type)).toEqual([])
    },
  )

  test('validateScenario accepts JSON and reports its line numbers', async () => {
    expect(await errorsOf(JSON.stringify({ name: 'mine', description: 'Mine.' }), 'application/json')).toEqual([])
    expect(await errorsOf('{\n\t"name": "mine",\n\t"description": 7\n}', 'application/json')).toEqual([
      '3 /description must be a text, but it is the number 7.',
    ])
  })

  test('validateScenario reports every error with its line', async () => {
    const errors = await errorsOf(`name: Mine
lists:
  - name: News
    members:
      - { email_address: ada, status: subscribd }
      - { status: subscribed, vip: yes, merge_fields: { fname: Ada } }
settings:
  stats_cahce: PT5M
  batch: { phase: soon }
`)
    expect(errors).toEqual([
      '1 /description Required field is missing: description.',
      '1 /name must be a name of lower-case letters, digits and hyphens, at most 63.',
      '5 /lists/0/members/0/email_address must be an email address.',
      '5 /lists/0/members/0/status There is no value subscribd here. Did you mean subscribed or unsubscribed? There are: subscribed, unsubscribed, cleaned, pending, transactional, archived.',
      '6 /lists/0/members/1/email_address Required field is missing: email_address.',
      '6 /lists/0/members/1/merge_fields/fname must be a tag of capitals, digits and underscores that begins with a letter.',
      '6 /lists/0/members/1/vip must be true or false, but it is the text "yes".',
      '8 /settings/stats_cahce There is no member stats_cahce here. Did you mean stats_cache?',
      '9 /settings/batch/phase must be an ISO 8601 duration such as PT5M.',
    ])
  })

  test('validateScenario reports at most a hundred errors', async () => {
    expect(await errorsOf(`${HEAD}lists:\n${'  - {}\n'.repeat(500)}`)).toHaveLength(100)
  })

  test('validateScenario checks steps of the timeline against the schemas of their triggers', async () => {
    const errors = await errorsOf(`${HEAD}timeline:
  - { at: PT1H, trigger: member.unsubscrib }
  - { at: PT1H, trigger: member.unsubscribe }
  - at: in an hour
    trigger: member.bounce
    with: { list_id: aaaaaaaaaa, email_address: ada@acme.test, bounce: loud, why: x }
  - { at: 1000, trigger: account.disable, readers: {} }
`)
    expect(errors).toEqual([
      expect.stringMatching(
        /^4 \/timeline\/0\/trigger There is no value member\.unsubscrib here. Did you mean member\.unsubscribe or .* There are: member\.subscribe, /,
      ),
      '5 /timeline/1/with Required field is missing: with.',
      expect.stringMatching(/^6 \/timeline\/2\/at .*duration/),
      expect.stringMatching(/^8 \/timeline\/2\/with\/why There is no member why here\. There are: list_id, email_address,/),
      '8 /timeline/2/with/bounce must be one of: hard, soft.',
      expect.stringMatching(/^9 \/timeline\/3\/readers There is no member readers here\./),
    ])
  })

  test('validateScenario builds what matches the schema and reports everything that does not fit', async () => {
    const errors = await errorsOf(`${news(`merge_fields: [{ tag: SHOE, name: Shoe, type: number }]
members:
  - { email_address: ada@acme.test, status: subscribed, merge_fields: { SHOE: 38, SIZE: 7, HAT: 3 } }
  - { email_address: bob@acme.test, status: subscribed, notes: [{ id: 7, note: A }, { id: 7, note: B }] }
  - { email_address: ADA@acme.test, status: subscribed }
`)}
  - { id: aaaaaaaaaa, name: Twin }
faults:
  - { match: { operation: createBatches }, effect: { problem: { preset: TooManyRequests } } }
  - { effect: { problem: { preset: TooMany } } }
timeline:
  - { at: PT1H, every: PT1H, trigger: account.disable }
`)
    expect(errors).toEqual([
      '8 /lists/0/members/0/merge_fields/SIZE must be a merge field of the list: FNAME, LNAME, ADDRESS, PHONE, SHOE',
      '8 /lists/0/members/0/merge_fields/HAT must be a merge field of the list: FNAME, LNAME, ADDRESS, PHONE, SHOE',
      '9 /lists/0/members/1/notes/1/id must differ from those of other notes, but 7 does not',
      '10 /lists/0/members/2/email_address must differ from those of other members of the list, but ADA@acme.test does not',
      '12 /lists/1/id must differ from those of other lists, but aaaaaaaaaa does not',
      expect.stringMatching(/^14 \/faults\/0\/match\/operation .*createBatches.* Did you mean createBatch/),
      expect.stringMatching(/^15 \/faults\/1\/effect\/problem\/preset .*TooMany/),
      '17 /timeline/0/every must go with `times`',
    ])
  })

  test('validateScenario does not report follow-up errors of an error', async () => {
    const errors = await errorsOf(
      news(`merge_fields: [{ tag: SHOE, name: Shoe, type: dropdown }]
members: [{ email_address: ada@acme.test, status: subscribed, merge_fields: { SHOE: Clog } }]`),
    )
    expect(errors).toEqual(['6 /lists/0/merge_fields/0 must have options with choices, since it is a dropdown'])
  })

  test('validateScenario suggests a similar scenario, and says that it reads no files', async () => {
    expect(await errorsOf(`${HEAD}extends: startr\nfixtures: [acme.yaml, mine.yaml]\n`)).toEqual([
      '3 /extends must be the name of a scenario, but there is no startr. Did you mean starter? No other files are read here.',
      '4 /fixtures/1 must be a file that ships with maildouble, but mine.yaml does not. No other files are read here.',
    ])
    expect(await errorsOf(`${HEAD}fixtures: [../package.yaml]\n`)).toHaveLength(1)
  })

  test('validateScenario accepts extends and fixtures that ship with maildouble', async () => {
    expect(await errorsOf(`${HEAD}extends: starter\nfixtures: [acme-weekly.yaml]\n`)).toEqual([])
    expect(await errorsOf(`${HEAD}extends: starter\nlists: [{ id: aaaaaaaaaa, name: Mine }]\n`)).toEqual([
      '4 /lists/0/id must differ from those of other lists, but aaaaaaaaaa does not',
    ])
  })

  test('validateScenario generates only a sample of generated data', async () => {
    expect(await errorsOf(`${HEAD}generate: { lists: [{ count: 1000, members: { count: 1000000 } }] }`)).toEqual([])
  })

  test('validateScenario reports at the clock an instant that does not exist in the calendar', async () => {
    expect(await errorsOf(`${HEAD}clock: { now: 2025-02-30 }`)).toEqual([
      '3 /clock/now "2025-02-30" is not an instant. Use one such as 2026-01-15T09:00:00Z.',
    ])
  })
})

test('delivery faults in a scenario are checked by the same rules as in createDeliveryFault', async () => {
  const faults = ['{ effect: reorder }', '{ effect: { delay: -1 } }', '{ effect: drop, when: { nth: 3, first: 2 } }']
  expect(await errorsOf(`${HEAD}delivery_faults:\n${faults.map((fault) => `  - ${fault}\n`).join('')}`)).toEqual([
    '5 /delivery_faults/1/effect/delay must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D; -1 is not.',
    '6 /delivery_faults/2/when/nth never matches: 3 is not one of the first 2.',
  ])
})
