import { afterEach, describe, expect, test } from 'vitest'
import { runBelowPath } from '../../src/service/scenarios/read/scenario-error.ts'
import { Defect } from '../../src/kernel/world/errors.ts'
import { build, folderWith, scenarioNamedMine, removeFolders } from './scenario-world.ts'

afterEach(removeFolders)

test('an error that no rule anticipates is reported with its place', () => {
  const plant = () => {
    throw new Defect('The table notes already has a row of this id.')
  }
  expect(() => runBelowPath(['lists', 0], () => runBelowPath(['notes', 1], plant))).toThrow(
    expect.objectContaining({
      name: 'ScenarioDataError',
      path: ['lists', 0, 'notes', 1],
      message: 'The table notes already has a row of this id.',
    }),
  )
})

describe('an error in a scenario names the file, the line and the expectation', () => {
  const list = (yaml: string) => `lists:\n  - name: News\n${yaml.replace(/^/gm, '    ')}`
  const member = (yaml: string) =>
    list(`members:\n  - email_address: ada@acme.test\n    status: subscribed\n${yaml.replace(/^/gm, '    ')}`)

  const mistakes: readonly [yaml: string, message: string][] = [
    // Invalid YAML, or violations of the schema.
    [
      'lists: [',
      'scenarios/mine.yaml:3: the file: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'now: 2026-03-01T08:00:00Z',
      'scenarios/mine.yaml:3: now: There is no member now here. It belongs in clock: write `clock: { now: … }`.',
    ],
    ['stats_cache: PT0S', 'It belongs in settings: write `settings: { stats_cache: … }`.'],
    ['members: []', 'There is no member members here. It belongs in generate: write `generate: { members: … }`.'],
    ['name: other', 'scenarios/mine.yaml:3: the file: Map keys must be unique; "name" is not'],
    ['lists: !secret []', 'scenarios/mine.yaml:3: the file: Unresolved tag: !secret'],
    ['fault: []', 'scenarios/mine.yaml:3: fault: There is no member fault here. Did you mean faults?'],
    ['seed: 1.5', 'scenarios/mine.yaml:3: seed must be a text or a whole number, but it is the number 1.5.'],
    ['seed: 9007199254740993', 'scenarios/mine.yaml:3: seed must be at most 9007199254740991.'],
    [
      "oauth_clients: [{ client_id: ' ', client_secret: hush, redirect_uri: 'http://a.test/' }]",
      'scenarios/mine.yaml:3: oauth_clients/0/client_id: This value should not be blank.',
    ],
    [
      "oauth_clients: [{ client_id: app, client_secret: '  ', redirect_uri: 'http://a.test/' }]",
      'scenarios/mine.yaml:3: oauth_clients/0/client_secret: This value should not be blank.',
    ],
    ['seed: [1]', 'scenarios/mine.yaml:3: seed must be a text or a whole number, but it is a list.'],
    [
      'settings: { conections: 3 }',
      'scenarios/mine.yaml:3: settings/conections: There is no member conections here. Did you mean connections?',
    ],
    [
      'settings:\n  stats_cache: 5 minutes',
      'scenarios/mine.yaml:4: settings/stats_cache must be an ISO 8601 duration such as PT5M.',
    ],
    [
      'clock: { now: soon }',
      'scenarios/mine.yaml:3: clock/now must be an instant such as 2026-01-15T09:00:00Z, to which relative instants refer.',
    ],
    ['lists:\n  - id: aaaaaaaaaa', 'scenarios/mine.yaml:4: lists/0/name: Required field is missing: name.'],
    [
      'lists:\n  - name: News\n    id: 1234567890',
      'scenarios/mine.yaml:5: lists/0/id must be a text, but it is the number 1234567890.',
    ],
    [
      'lists:\n  - name: News\n    date_created: P3D',
      "scenarios/mine.yaml:5: lists/0/date_created must be an instant: relative to the scenario's now such as -P3D or -PT2H30M, or absolute",
    ],
    [
      member('stauts: x'),
      'scenarios/mine.yaml:8: lists/0/members/0/stauts: There is no member stauts here. Did you mean status?',
    ],
    [
      list('members:\n  - email_address: ada@acme.test\n    status: subscribd'),
      'scenarios/mine.yaml:7: lists/0/members/0/status: There is no value subscribd here. Did you mean subscribed or unsubscribed? There are: subscribed, unsubscribed, cleaned, pending, transactional, archived.',
    ],
    [
      member('merge_fields: { fname: Ada }'),
      'scenarios/mine.yaml:8: lists/0/members/0/merge_fields/fname must be a tag of capitals, digits and underscores that begins with a letter.',
    ],
    [
      list(
        'segments:\n  - name: S\n    options:\n      match: all\n      conditions:\n        - condition_type: VIP\n          field: vip_flag\n          op: is',
      ),
      'scenarios/mine.yaml:12: lists/0/segments/0/options/conditions/0/op must be one of: member, notmember.',
    ],
    // Rules beyond the schema.
    ['clock: { rate: 5 }', 'scenarios/mine.yaml:3: clock/rate must be left out, or go with the mode scaled'],
    [
      'lists:\n  - { id: aaaaaaaaaa, name: A }\n  - { id: aaaaaaaaaa, name: B }',
      'scenarios/mine.yaml:5: lists/1/id must differ from those of other lists, but aaaaaaaaaa does not',
    ],
    [
      'lists:\n  - name: News\n    date_created: 2025-02-30',
      'scenarios/mine.yaml:5: lists/0/date_created must be an instant of the calendar, which 2025-02-30 is not',
    ],
    [
      'lists:\n  - name: News\n    date_created: 2030-01-01',
      "scenarios/mine.yaml:5: lists/0/date_created must not lie after the scenario's now, but 2030-01-01 does",
    ],
    [
      member('created_at: 2030-01-01'),
      "scenarios/mine.yaml:8: lists/0/members/0/created_at must not lie after the scenario's now, but 2030-01-01 does",
    ],
    [
      member('notes: [{ note: A, created_at: 2030-01-01 }]'),
      "scenarios/mine.yaml:8: lists/0/members/0/notes/0/created_at must not lie after the scenario's now, but 2030-01-01 does",
    ],
    [
      list('id: aaaaaaaaaa') + '\ngenerate: { members: [{ list: aaaaaaaaaa, members: { count: 1, since: 2030-01-01 } }] }',
      "scenarios/mine.yaml:6: generate/members/0/members/since must not lie after the scenario's now, but 2030-01-01 does",
    ],
    [
      list('merge_fields:\n  - tag: COMPANY'),
      'scenarios/mine.yaml:6: lists/0/merge_fields/0 must have a name and a type, since no list has COMPANY by itself',
    ],
    [
      list('merge_fields:\n  - tag: FNAME\n    type: number'),
      'scenarios/mine.yaml:7: lists/0/merge_fields/0/type must be text, as in every list',
    ],
    [
      list('merge_fields:\n  - { tag: PLAN, name: Plan, type: dropdown }'),
      'scenarios/mine.yaml:6: lists/0/merge_fields/0 must have options with choices, since it is a dropdown',
    ],
    [
      list('merge_fields:\n  - { tag: A, name: A, type: text }\n  - { tag: A, name: B, type: text }'),
      'scenarios/mine.yaml:7: lists/0/merge_fields/1/tag must differ from those of other merge fields, but A does not',
    ],
    // Rules of the API.
    [
      list('merge_fields:\n  - { tag: EMAIL, name: Email, type: text }'),
      'scenarios/mine.yaml:6: lists/0/merge_fields/0/tag: The list already has a merge field with the tag EMAIL',
    ],
    [
      list('interest_categories:\n  - { title: Food, type: radio }\n  - { title: Food, type: hidden }'),
      "scenarios/mine.yaml:7: lists/0/interest_categories/1/title: An interest category with the title 'Food' already exists",
    ],
    [
      list('interest_categories:\n  - { title: Food, type: radio, interests: [{ name: Tea }, { name: Tea }] }'),
      'scenarios/mine.yaml:6: lists/0/interest_categories/0/interests/1/name: Cannot add "Tea" because it already exists on the list',
    ],
    [
      list('campaigns: [{ subject_line: A, from_email: nobody }]'),
      'scenarios/mine.yaml:5: lists/0/campaigns/0/from_email: nobody is not a valid email address',
    ],
    [
      member('merge_fields:\n  FNAME: Ada\n  COMPANY: Acme'),
      'scenarios/mine.yaml:10: lists/0/members/0/merge_fields/COMPANY must be a merge field of the list: FNAME, LNAME, ADDRESS, PHONE',
    ],
    [
      member('merge_fields:\n  ADDRESS: London'),
      'scenarios/mine.yaml:9: lists/0/members/0/merge_fields/ADDRESS must be an object with addr1, city, state and zip',
    ],
    [
      member('interests: [Garden]'),
      'scenarios/mine.yaml:8: lists/0/members/0/interests/0 must be an interest of the list: it has none',
    ],
    [
      member('permissions: [email]'),
      'scenarios/mine.yaml:8: lists/0/members/0/permissions must be left out, since the list has no marketing_permissions',
    ],
    [
      member('unsubscribed: { by: contact }'),
      'scenarios/mine.yaml:8: lists/0/members/0/unsubscribed must be left out, since the status is subscribed',
    ],
    [
      member('notes: [{ note: A, id: 1 }, { note: B, id: 1 }]'),
      'scenarios/mine.yaml:8: lists/0/members/0/notes/1/id must differ from those of other notes, but 1 does not',
    ],
    [
      list(
        'members:\n  - { email_address: ada@acme.test, status: subscribed }\n  - { email_address: ADA@acme.test, status: pending }',
      ),
      'scenarios/mine.yaml:7: lists/0/members/1/email_address must differ from those of other members of the list, but ADA@acme.test does not',
    ],
    [
      list('segments: [{ name: S }]'),
      'scenarios/mine.yaml:5: lists/0/segments/0 must have either options (a saved segment) or members (a static one)',
    ],
    [
      list('members: [{ email_address: ada@acme.test, status: subscribed }]\nforgotten: [ADA@acme.test]'),
      'scenarios/mine.yaml:6: lists/0/forgotten/0 must not be the address of a member of the list, but ADA@acme.test is one',
    ],
    [
      list('segments: [{ name: S, members: [ada@acme.test] }]'),
      'scenarios/mine.yaml:5: lists/0/segments/0/members/0 must be the address of a member of the list, but ada@acme.test is none',
    ],
    [
      list('segments: [{ name: S, members: [] }, { name: S, members: [] }]'),
      'scenarios/mine.yaml:5: lists/0/segments/1/name must differ from those of other static segments of the list, but S does not',
    ],
    [
      'generate: { members: [{ list: aaaaaaaaaa, members: { count: 1 } }] }',
      'scenarios/mine.yaml:3: generate/members/0/list must be the id of a list of this scenario, but aaaaaaaaaa is none',
    ],
  ]
  test.each(mistakes.map(([yaml, message]) => ({ yaml, message })))(
    'a mistake in a scenario is reported with its line: $message',
    async ({ yaml, message }) => {
      await expect(build(scenarioNamedMine(yaml))).rejects.toThrow(message)
    },
  )

  test('a condition that names a missing field of the list is reported with its line', async () => {
    const source = scenarioNamedMine(
      list(
        'segments:\n  - name: S\n    options:\n      match: all\n      conditions:\n        - { condition_type: TextMerge, field: NOPE, op: is, value: x }',
      ),
    )
    await expect(build(source)).rejects.toThrow(/^scenarios\/mine\.yaml:10: lists\/0\/segments\/0\/options\/conditions\/0\/field/)
  })

  test("a mistake in a fixture is reported with the fixture's file and line", async () => {
    const source = scenarioNamedMine('lists: [{ name: One }]\nfixtures: [ok.yaml, acme.yaml]', {
      'fixtures/ok.yaml': 'lists: [{ name: Two }]',
      'fixtures/acme.yaml':
        'lists:\n  - name: Three\n    members:\n      - email_address: ada@acme.test\n        status: pending\n        interests: [None]\n',
    })
    await expect(build(source)).rejects.toMatchObject({
      message: 'fixtures/acme.yaml:6: lists/0/members/0/interests/0 must be an interest of the list: it has none',
      mistake: {
        file: 'fixtures/acme.yaml',
        line: 6,
        pointer: '/lists/0/members/0/interests/0',
        message: 'must be an interest of the list: it has none',
      },
    })
  })

  test('a mistake in an extended scenario is reported with its file and line', async () => {
    const source = scenarioNamedMine('extends: base\nlists: [{ name: One }]', {
      'scenarios/base.yaml': 'name: base\ndescription: Base.\nlists:\n  - name: A\n  - name: B\n    segments: [{ name: S }]\n',
    })
    await expect(build(source)).rejects.toThrow('scenarios/base.yaml:6: lists/1/segments/0 must have either options')
  })

  test('a mistake in a value behind an anchor is reported with its line', async () => {
    const source = scenarioNamedMine(
      'lists:\n  - name: A\n    members:\n      - &one { email_address: ada@acme.test, status: subscribed }\n      - *one\n',
    )
    await expect(build(source)).rejects.toThrow('scenarios/mine.yaml:7: lists/0/members/1/email_address must differ')
  })

  test('an empty scenario file is reported with its line', async () => {
    await expect(build(folderWith({ 'scenarios/mine.yaml': '' }))).rejects.toThrow(
      'scenarios/mine.yaml:1: the file must be an object, but it is null.',
    )
  })
})

test('a scenario that cannot be loaded is refused with all of its mistakes', async () => {
  const files = scenarioNamedMine('now: 2026-03-01T08:00:00Z\nlists:\n  - { id: 7 }\n  - { nmae: News }')
  await expect(build(files)).rejects.toThrow(
    [
      'scenarios/mine.yaml:3: now: There is no member now here. It belongs in clock: write `clock: { now: … }`.',
      'scenarios/mine.yaml:5: lists/0/name: Required field is missing: name.',
      'scenarios/mine.yaml:5: lists/0/id must be a text, but it is the number 7.',
      'scenarios/mine.yaml:6: lists/1/name: Required field is missing: name.',
      'scenarios/mine.yaml:6: lists/1/nmae: There is no member nmae here. Did you mean name?',
    ].join('\n'),
  )
})

test('a scenario that cannot be planted is refused with all of its mistakes, those of one fault as well', async () => {
  const faults = 'faults:\n  - { match: { operation: createBtach, path: lists }, effect: { connection: reset } }'
  const files = scenarioNamedMine(`lists:\n  - { id: aaaaaaaaaa, name: A }\n  - { id: aaaaaaaaaa, name: B }\n${faults}`)
  await expect(build(files)).rejects.toThrow(
    /^scenarios\/mine\.yaml:5: lists\/1\/id must differ .*\nscenarios\/mine\.yaml:7: faults\/0\/match\/operation: There is no operation createBtach\. Did you mean createBatch\?\nscenarios\/mine\.yaml:7: faults\/0\/match\/path must begin with a slash/,
  )
})
