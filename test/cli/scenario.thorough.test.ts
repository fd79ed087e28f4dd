import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { scenarioTemplate } from '../../src/kit/cli/scenario/new.ts'
import { startServer } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

const root = mkdtempSync(join(tmpdir(), 'maildouble-scenario-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = ''
let number = 0
beforeEach(() => {
  folder = join(root, `f${++number}`)
  mkdirSync(join(folder, 'fixtures'), { recursive: true })
})

function write(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** The printed lines of a check without the name of the folder. */
async function checked(...paths: string[]): Promise<string[]> {
  const { out } = await runCommand('scenario', 'check', ...paths)
  return out.trim().replaceAll(`${folder}/`, '').split('\n')
}

test('maildouble scenario list shows the shipped scenarios and their contents within 80 columns', async () => {
  const { out } = await runCommand('scenario', 'list')
  expect(wideLines(out)).toEqual([])
  expect(out).toMatch(/^Shipped\n\n {2}batch-lifecycle {6}The starter with slow batches/)
  expect(out).toContain('1 list, 4 merge fields, 100,000 members')
})

test('maildouble scenario list shows the scenarios of a folder first, and the error in an invalid one', async () => {
  write('mine.yaml', 'name: mine', 'description: My own.', 'extends: empty')
  write('odd.yaml', 'name: odd')
  const { code, out } = await runCommand('scenario', 'list', '--scenario-dir', folder)
  expect(code).toBe(0)
  expect(out.startsWith(`In ${folder}\n\n  mine  `)).toBe(true)
  expect(out).toMatch(/\n {2}odd +cannot be used:\n/)
  const json = JSON.parse((await runCommand('scenario', 'list', '--scenario-dir', folder, '--json')).out) as {
    scenarios: { name: string; source: string }[]
  }
  expect(json.scenarios.filter(({ source }) => source === 'folder').map(({ name }) => name)).toEqual(['mine', 'odd'])
})

test('maildouble scenario check accepts the shipped scenarios', async () => {
  expect(await runCommand('scenario', 'check', 'scenarios/starter.yaml')).toMatchObject({ code: 0 })
})

test('maildouble scenario check prints ok if there are no errors', async () => {
  write('a.yaml', 'name: a', 'description: A.', 'extends: starter', 'fixtures: [more.yaml]')
  write('fixtures/more.yaml', 'folders: []')
  write('settings.yaml', 'stats_cache: PT1S')
  expect(await runCommand('scenario', 'check', folder)).toEqual({ code: 0, out: 'ok: no errors in 3 files.\n', err: '' })
})

test('maildouble scenario check reports all errors in all files by line and pointer', async () => {
  write('a.yaml', 'name: a', 'description: A.', 'extends: startr', 'fixtures: [gone.yaml, wrong.yaml]')
  write('b.yaml', 'name: other', 'description: B.', 'extends: empty')
  write('c.yaml', 'nme: c', 'description: 1')
  write(
    'd.yaml',
    'name: d',
    'description: D.',
    'extends: starter',
    'lists:',
    '  - { id: aaaaaaaaaa, name: X }',
    '  - { id: aaaaaaaaaa, name: Y }',
  )
  write('fixtures/wrong.yaml', 'listz: []')
  write('settings.yaml', 'stats_cache: never')
  const { code } = await runCommand('scenario', 'check', folder)
  expect(code).toBe(1)
  expect((await checked(folder)).map((line) => line.slice(0, 60))).toEqual([
    'a.yaml:3 /extends must be the name of a scenario, but there ',
    'a.yaml:4 /fixtures/0 must be a file below fixtures/, but the',
    'b.yaml:1 /name must be b, as the file is called',
    expect.stringMatching(/^c\.yaml:1 /),
    expect.stringMatching(/^c\.yaml:1 /),
    expect.stringMatching(/^c\.yaml:2 \/description /),
    'd.yaml:5 /lists/0/id must differ from those of other lists, ',
    'd.yaml:6 /lists/1/id must differ from those of other lists, ',
    expect.stringMatching(/^fixtures\/wrong\.yaml:1 \/listz /),
    'settings.yaml:1 /stats_cache must be an ISO 8601 duration su',
    '10 errors in 6 files; 6 checked.',
  ])
})

test('maildouble scenario check reports every mistake of a file at once, whatever its kind', async () => {
  write(
    'all.yaml',
    'name: Other!',
    'extends: startr',
    'fixtures: [gone.yaml]',
    'lists:',
    '  - id: c0ffee0001',
    '    title: News',
    '    members:',
    '      - { email_address: ada@example.com, status: subscribed }',
    '      - { email_address: ada@example.com, status: subscribed, interests: [Tea] }',
    '      - { email_address: ADA@example.com, status: subscribd }',
    '    segments:',
    '      - { name: Nobody }',
    '      - { name: Some, members: [bob@example.com, eve@example.com] }',
    'clock: { rate: 5 }',
    'faults:',
    '  - { match: { operation: createBtach }, effect: { problem: { preset: TooManyRequest } } }',
    '  - { match: { operation: getList }, effect: { problem: { preset: NotThere } }, wen: {} }',
    'settings: { stats_cash: PT1S }',
    'timeline:',
    '  - { at: PT1M, trigger: member.unsubscrib, with: { list_id: c0ffee0001, email_address: ada@example.com } }',
    '  - { at: PT1M, every: PT1M, trigger: account.disable }',
  )
  expect((await checked(folder)).map((line) => line.split(' ', 2).join(' '))).toEqual([
    'all.yaml:1 /description',
    'all.yaml:1 /name',
    'all.yaml:2 /extends',
    'all.yaml:3 /fixtures/0',
    'all.yaml:5 /lists/0/name',
    'all.yaml:6 /lists/0/title',
    'all.yaml:9 /lists/0/members/1/email_address',
    'all.yaml:9 /lists/0/members/1/interests/0',
    'all.yaml:10 /lists/0/members/2/status',
    'all.yaml:12 /lists/0/segments/0',
    'all.yaml:13 /lists/0/segments/1/members/0',
    'all.yaml:13 /lists/0/segments/1/members/1',
    'all.yaml:14 /clock/rate',
    'all.yaml:16 /faults/0/match/operation',
    'all.yaml:16 /faults/0/effect/problem/preset',
    'all.yaml:17 /faults/1/wen',
    'all.yaml:17 /faults/1/effect/problem/preset',
    'all.yaml:18 /settings/stats_cash',
    'all.yaml:20 /timeline/0/trigger',
    'all.yaml:21 /timeline/1/every',
    '20 errors',
  ])
})

test('maildouble scenario check reports no mistake that only follows from another one', async () => {
  write(
    'a.yaml',
    'name: a',
    'description: A.',
    'lists:',
    '  - { id: not-an-id, name: News }',
    '  - id: c0ffee0001',
    '    name: More',
    '    merge_fields: [{ tag: PLAN, name: Plan, type: dropdown }]',
    '    members: [{ email_address: ada@example.com, status: subscribed, merge_fields: { PLAN: free } }]',
    '    segments: [{ name: Empty }]',
    '    campaigns: [{ subject_line: News, segment: Empty }]',
    'timeline:',
    '  - { at: PT1M, trigger: member.subscribe, with: { list_id: not-an-id, email_address: bob@example.com } }',
  )
  expect((await checked(folder)).map((line) => line.split(' ', 2).join(' '))).toEqual([
    'a.yaml:4 /lists/0/id',
    'a.yaml:7 /lists/1/merge_fields/0',
    'a.yaml:9 /lists/1/segments/0',
    '3 errors',
  ])
})

test('maildouble scenario check reports steps of the timeline that name what neither the scenario nor an earlier step makes', async () => {
  write(
    'a.yaml',
    'name: a',
    'description: A.',
    'lists:',
    '  - id: c0ffee0001',
    '    name: News',
    '    members: [{ email_address: ada@example.com, status: subscribed }]',
    '    campaigns: [{ id: ca00000001, subject_line: First }]',
    'timeline:',
    '  - { at: PT9M, trigger: campaign.open, with: { campaign_id: ca00000002, email_address: ada@example.com } }',
    '  - { at: PT1M, trigger: member.unsubscribe, with: { list_id: c0ffee0002, email_address: ada@example.com } }',
    '  - at: PT2M',
    '    trigger: campaign.send',
    '    with: { list_id: c0ffee0001, segment_id: 7, subject_line: News }',
    '  - { at: PT3M, trigger: campaign.open, with: { campaign_id: ca00000003, email_address: ada@example.com } }',
    '  - { at: PT4M, trigger: campaign.send, with: { list_id: c0ffee0001, subject_line: B, campaign_id: ca00000002 } }',
    '  - { at: PT5M, trigger: campaign.send, with: { list_id: c0ffee0001 } }',
    '  - { at: PT6M, trigger: page.visit, with: { page_id: nowhere } }',
    '  - { at: PT7M, every: PT1M, times: 3, trigger: automation.enter, with: { workflow_id: none, email_address: ada@example.com } }',
  )
  expect(await checked(folder)).toEqual([
    'a.yaml:10 /timeline/1/with/list_id There is no list c0ffee0002. Did you mean c0ffee0001?',
    expect.stringMatching(/^a\.yaml:13 \/timeline\/2\/with\/segment_id The list c0ffee0001 has no segment 7\. /),
    'a.yaml:14 /timeline/3/with/campaign_id There is no campaign ca00000003. Did you mean ca00000001?',
    'a.yaml:16 /timeline/5/with/subject_line The member subject_line is missing. A new campaign needs list_id and subject_line; an existing one is named by campaign_id alone.',
    'a.yaml:17 /timeline/6/with/page_id There is no landing page nowhere. There are none.',
    expect.stringMatching(/^a\.yaml:18 \/timeline\/7\/with\/workflow_id There is no automation none\. /),
    '6 errors in 1 file; 1 checked.',
  ])
})

test('maildouble scenario check only notes a step about an address that the application may still subscribe', async () => {
  write(
    'a.yaml',
    'name: a',
    'description: A.',
    'lists: [{ id: c0ffee0001, name: News }]',
    'timeline:',
    '  - { at: PT1M, trigger: member.confirm, with: { list_id: c0ffee0001, email_address: ada@example.com } }',
    '  - { at: PT2M, trigger: member.subscribe, with: { list_id: c0ffee0001, email_address: bob@example.com } }',
    '  - { at: PT3M, trigger: member.confirm, with: { list_id: c0ffee0001, email_address: bob@example.com } }',
  )
  expect(await runCommand('scenario', 'check', join(folder, 'a.yaml'))).toMatchObject({ code: 0 })
  expect(await checked(folder)).toEqual([
    'a.yaml:5 /timeline/0/with/email_address note: ada@example.com is not on the list c0ffee0001. There are none. The step is skipped unless your application subscribes the address before.',
    'ok: no errors in 1 file. 1 note.',
  ])
})

test('maildouble scenario check finds generated members that a step of the timeline names', async () => {
  const { out } = await runCommand('scenario', 'show', 'big-audience', '--json')
  const { lists } = JSON.parse(out) as { lists: { first: { id: string; members: { first: { email_address: string }[] } }[] } }
  const address = lists.first[0]?.members.first.at(-1)?.email_address
  write(
    'a.yaml',
    'name: a',
    'description: A.',
    'extends: big-audience',
    'timeline:',
    `  - { at: PT1M, trigger: member.unsubscribe, with: { list_id: ${lists.first[0]?.id}, email_address: ${address} } }`,
  )
  expect(await checked(folder)).toEqual(['ok: no errors in 1 file.'])
})

test('maildouble scenario check notes what may be in a scenario that does not exist', async () => {
  write(
    'a.yaml',
    'name: a',
    'description: A.',
    'extends: nowhere-near',
    'generate: { members: [{ list: c0ffee0001, members: { count: 3 } }] }',
    'timeline: [{ at: PT1M, trigger: member.subscribe, with: { list_id: c0ffee0002, email_address: ada@example.com } }]',
  )
  expect((await checked(folder)).map((line) => line.split(' ', 3).join(' '))).toEqual([
    'a.yaml:3 /extends must',
    'a.yaml:4 /generate/members/0/list note:',
    'a.yaml:5 /timeline/0/with/list_id note:',
    '1 error in',
  ])
})

test('maildouble scenario check says that there may be more mistakes if a file is not YAML', async () => {
  write('a.yaml', 'name: a', 'lists: [')
  expect((await checked(folder)).slice(-2)).toEqual([
    '1 error in 1 file; 1 checked.',
    'There may be more: check again when these are corrected.',
  ])
})

test('maildouble scenario check checks the files that a scenario extends and loads, too', async () => {
  const a = write('a.yaml', 'name: a', 'description: A.', 'extends: b')
  write('b.yaml', 'name: b', 'description: B.', 'fixtures: [odd.yaml]')
  write('fixtures/odd.yaml', 'folders: 3', 'lists: 3')
  expect((await checked(a)).map((line) => line.split(' ')[0])).toEqual(['fixtures/odd.yaml:1', 'fixtures/odd.yaml:2', '2'])
})

test('maildouble scenario check reports files that a server would never read', async () => {
  write('Upper.yml', 'name: upper', 'description: U.')
  write('twice.json', '{}')
  write('twice.yaml', 'name: twice', 'description: T.')
  mkdirSync(join(folder, 'folder.yaml'))
  expect(await checked(folder)).toEqual([
    'Upper.yml:1 must be called by small letters, digits and hyphens, at most 63, such as checkout.yaml',
    'twice.json:1 is not read, since twice.yaml comes before it',
    '2 errors in 2 files; 3 checked.',
  ])
})

test.each([
  [() => join(folder, 'nope.yaml'), /There is no file or folder \S+nope\.yaml to check\./],
  [
    () => folder,
    /There is no scenario in \S+\. Scenarios are files such as checkout\.yaml; maildouble scenario new creates one\./,
  ],
  [() => write('notes.txt', 'x'), /notes\.txt is not a scenario: scenario files end in \.yaml, \.yml, \.json\./],
])('maildouble scenario check rejects a folder or file without scenarios: %#', async (path, sentence) => {
  const { code, err } = await runCommand('scenario', 'check', path())
  expect(code).toBe(1)
  expect(err).toMatch(sentence)
})

describe('maildouble scenario new', () => {
  test('maildouble scenario new writes a valid scenario that refers to the schema for editors, and prints the next steps', async () => {
    const { code, out } = await runCommand('scenario', 'new', 'checkout', '--dir', folder)
    const file = join(folder, 'checkout.yaml')
    expect(code).toBe(0)
    expect(out).toContain(`  maildouble serve --scenario-dir ${folder} --scenario checkout\n`)
    expect(readFileSync(file, 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/unpkg\.com\/maildouble@[\d.]+\/dist\/scenario\.schema\.json\nname: checkout\n/,
    )
    expect(readdirSync(folder)).not.toContain('scenario.schema.json')
    expect(await checked(folder)).toEqual(['ok: no errors in 1 file.'])
    const server = await startServer({ scenario: 'checkout', scenarioDir: folder })
    await server.stop()
  })

  test('maildouble scenario new writes comments whose examples are valid as well', async () => {
    const text = scenarioTemplate('all', 'starter').replaceAll(/^( *)# (?=\w+:$| {2})/gm, '$1')
    expect(text.match(/^ *(?:campaigns|engagement|webhooks|generate|settings|faults|timeline):$/gm)).toHaveLength(7)
    write('all.yaml', text)
    expect(await checked(folder)).toEqual(['ok: no errors in 1 file.'])
  })

  test.each(['404', 'null', '1e5'])(
    'maildouble scenario new quotes the name %s, which YAML would parse as another type',
    async (name) => {
      expect((await runCommand('scenario', 'new', name, '--dir', folder)).code).toBe(0)
      expect((await runCommand('scenario', 'new', 'upon-it', '--extends', name, '--dir', folder)).code).toBe(0)
      expect(await checked(folder)).toEqual(['ok: no errors in 2 files.'])
    },
  )

  test('maildouble scenario new quotes paths in the printed commands', async () => {
    const odd = join(folder, "it's $(here)")
    const { out } = await runCommand('scenario', 'new', 'a', '--dir', odd)
    expect(out).toContain(`  maildouble scenario check '${folder}/it'\\''s $(here)'\n`)
  })

  test('maildouble scenario new does not overwrite a file without --force', async () => {
    const file = write('checkout.yml', 'name: checkout')
    const { code, err } = await runCommand('scenario', 'new', 'checkout', '--dir', folder)
    expect({ code, err }).toEqual({
      code: 1,
      err: `maildouble: ${file} already exists. Choose another name, or overwrite it with --force.\n`,
    })
    const mine = write('mine.yaml', 'name: mine')
    expect((await runCommand('scenario', 'new', 'mine', '--dir', folder, '--force')).code).toBe(0)
    expect(readFileSync(mine, 'utf8')).toContain('description:')
  })

  test('maildouble scenario new warns about the name of a scenario that ships', async () => {
    const { code, err } = await runCommand('scenario', 'new', 'starter', '--dir', folder)
    expect({ code, err: err.replaceAll(/\s+/g, ' ').replaceAll(folder, 'mine') }).toEqual({
      code: 0,
      err: ' Warning: a scenario that ships is called starter, too. With --scenario-dir mine, this file replaces it. To keep both, choose another name. ',
    })
    expect(await checked(folder)).toEqual(['ok: no errors in 1 file.'])
    expect((await runCommand('scenario', 'new', 'checkout', '--dir', folder)).err).toBe('')
  })

  test.each([
    [['Checkout'], '"Checkout" is not a valid scenario name.'],
    [['settings'], '"settings" is not a valid scenario name.'],
    [['../up'], '"../up" is not a valid scenario name.'],
    [['a', '--extends', 'startr'], '--extends must be the name of a scenario, but there is no startr. Did you mean starter?'],
    [['a', '--dir', 'package.json'], 'package.json is a file, not a folder for scenarios.'],
    [['a', '--extends', 'a'], '--extends must be the name of a scenario, but there is no a.'],
  ])('the arguments %j of maildouble scenario new are rejected', async (args, sentence) => {
    const { code, err } = await runCommand('scenario', 'new', '--dir', folder, ...args)
    expect(code).toBe(1)
    expect(err).toContain(sentence)
  })
})

test('maildouble scenario show asks for the scenario whose name begins as the given one', async () => {
  const { code, err } = await runCommand('scenario', 'show', 'doubl')
  expect([code, err]).toEqual([1, expect.stringContaining('Did you mean double-opt-in?')])
})
