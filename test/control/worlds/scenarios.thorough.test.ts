import { readdirSync, readFileSync } from 'node:fs'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { beforeAll, describe, expect, test } from 'vitest'
import { mock, type Body } from '../../mock.ts'

describe('getScenarios', () => {
  let scenarios: Body[]
  beforeAll(async () => {
    const { call } = mock()
    scenarios = (await call('GET /_control/scenarios')).body.scenarios
  })
  const named = (name: string): Body => scenarios.find((each) => each.name === name)

  test('getScenarios lists all shipped scenarios in alphabetical order', () => {
    const names = scenarios.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(
      readdirSync('scenarios')
        .map((file) => file.replace('.yaml', ''))
        .toSorted(),
    )
    expect(new Set(scenarios.map(({ source }) => source))).toEqual(new Set(['shipped']))
  })

  test('getScenarios describes each scenario, its initial clock, and its contents including extends and fixtures', () => {
    expect(named('flaky')).toEqual({
      name: 'flaky',
      source: 'shipped',
      description: expect.stringContaining('The starter with an unreliable service'),
      seed: 'starter',
      clock: { mode: 'frozen', rate: 0, now: '2026-01-15T09:00:00.000Z' },
      holds: {
        lists: 3,
        merge_fields: 23,
        interest_categories: 2,
        interests: 5,
        members: 41,
        notes: 3,
        events: 2,
        segments: 11,
      },
      faults: 4,
      delivery_faults: 0,
      outages: ['black-friday', 'maintenance'],
      timeline: 0,
    })
  })

  test('getScenarios counts generated data, and each repetition of a step', () => {
    expect(named('big-audience').holds).toEqual({ lists: 1, merge_fields: 4, members: 100_000 })
    expect(named('newsletter').holds).toMatchObject({ lists: 2, members: 1757, campaigns: 61, templates: 4, folders: 3 })
    expect(named('newsletter-live')).toMatchObject({ timeline: 67, faults: 0 })
  })

  test.each(['starter', 'newsletter', 'webhooks'])('getScenarios counts for %s what a world of it contains', async (scenario) => {
    const { call } = mock({ scenario })
    const { counts } = (await call('GET /_control/worlds/default')).body
    const { campaigns: _campaigns, ...holds } = named(scenario).holds
    for (const [kind, count] of Object.entries(holds)) if (kind in counts) expect([kind, counts[kind]]).toEqual([kind, count])
  })
})

describe('getScenarioSchema', () => {
  let schema: Body
  let holds: ValidateFunction
  let headers: Headers
  beforeAll(async () => {
    const { call } = mock()
    const answer = await call('GET /_control/scenarios/schema.json')
    ;({ body: schema, headers } = answer)
    holds = new Ajv2020.default({ strict: true, allErrors: true }).compile(schema)
  })

  test('getScenarioSchema returns a JSON Schema with its dialect', () => {
    expect(headers.get('content-type')).toBe('application/schema+json; charset=utf-8')
    expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Scenario', type: 'object' })
  })

  test('the schema of scenarios refers to nothing outside of itself', () => {
    const references = JSON.stringify(schema).match(/"\$ref":"[^"]*"/g) ?? []
    const known = Object.keys(schema.$defs).map((name) => `"$ref":"#/$defs/${name}"`)
    expect(references.filter((reference) => !known.includes(reference))).toEqual([])
  })

  test('the schema of scenarios describes every property for editors', () => {
    const bare: string[] = []
    /** The description of a schema, or of the one that it refers to. */
    const descriptionOf = (member: Body): string | undefined =>
      member?.description ?? (member?.$ref && descriptionOf(schema.$defs[member.$ref.slice('#/$defs/'.length)]))
    const visit = (node: Body, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [name, member] of Object.entries<Body>(isMap(node.properties) ? node.properties : {})) {
        if (!descriptionOf(member)) bare.push(`${path}/${name}`)
      }
      for (const [key, child] of Object.entries(node)) visit(child, `${path}/${key}`)
    }
    visit(schema, '')
    expect(bare).toEqual([])
  })

  test.each(readdirSync('scenarios'))('the schema of scenarios accepts the shipped scenario %s', (file) => {
    holds(parse(readFileSync(`scenarios/${file}`, 'utf8')))
    expect(holds.errors).toBeNull()
  })

  test.each(readdirSync('fixtures'))('the definition Fixture in the schema of scenarios accepts fixtures/%s', (file) => {
    const { Fixture, ...$defs } = schema.$defs
    const fits = new Ajv2020.default({ strict: true }).compile({ ...Fixture, $defs: { Fixture, ...$defs } })
    fits(parse(readFileSync(`fixtures/${file}`, 'utf8')))
    expect(fits.errors).toBeNull()
  })

  test.each([
    [{ settings: { stats_cache: 'five minutes' } }, '/settings/stats_cache'],
    [{ settings: { batch: { phase: -1 } } }, '/settings/batch/phase'],
    [{ timeline: [{ at: 0, trigger: 'member.unsubscribe', with: { list_id: 'a', email: 'b' } }] }, '/timeline/0/with'],
    [{ faults: [{ effect: { connection: 'cut' } }] }, '/faults/0/effect/connection'],
    [{ batch_webhooks: [{ url: 'ftp://acme.test' }] }, '/batch_webhooks/0/url'],
  ])('the schema of scenarios rejects %j', (data, place) => {
    expect(holds({ name: 'mine', description: 'Mine.', ...data })).toBe(false)
    expect(holds.errors?.map(({ instancePath }) => instancePath)).toContain(place)
  })
})

/** The properties in a schema; a property may itself be named `properties`. */
function isMap(properties: Body): boolean {
  return typeof properties === 'object' && properties !== null && typeof properties.type !== 'string'
}
