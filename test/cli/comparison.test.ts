import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultText } from '../../src/kit/cli/comparison/text.ts'
import type { FoundDifference, Result } from '../../src/kit/drift/result.ts'
import { RECORDERS } from '../recordings/recorders.ts'
import { audienceStory, recordStory, type RawCall } from '../recordings/story.ts'
import { routes } from '../../src/kernel/contract/service.ts'
import { runCommand, wideLines } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-comparison-'))
afterAll(() => rmSync(folder, { recursive: true }))
let calls: readonly RawCall[]
beforeAll(async () => void (calls = await recordStory(audienceStory)))

function compare(change: (call: RawCall) => RawCall, ...args: string[]) {
  const file = join(mkdtempSync(join(folder, 'calls-')), 'calls.har')
  writeFileSync(file, RECORDERS['HAR with text']!.write(calls.map(change)))
  return runCommand('compare', file, ...args)
}

/** A result with differences in operations that the contract has. */
function resultWith(differences: readonly (readonly [operation: string, difference: Partial<FoundDifference>])[]): Result {
  const share = { seen: 1, total: routes.length }
  const names = [...new Set(differences.map(([operation]) => operation))]
  return {
    maildouble: '1.0.0',
    kind: 'drift',
    source: 'dc1.api.test',
    at: '2026-01-15T09:00:00.000Z',
    outcome: 'differs',
    calls: 9,
    seen: { operations: share, reads: share, members: share, assumptions: share },
    operations: names.map((operation) => ({
      operation,
      method: 'GET',
      path: `/${operation}`,
      outcome: 'differs' as const,
      calls: 1,
      members: share,
      agreed: {},
      differences: differences
        .filter(([name]) => name === operation)
        .map(([, each]) => ({
          aspect: 'member' as const,
          at: '/vip',
          assumptions: [],
          times: 1,
          expected: 'a boolean',
          found: 'null',
          ...each,
        })),
    })),
    assumptions: [],
    elsewhere: { agreed: {}, differences: [] },
    settings: [],
    remarks: [],
  }
}

test('a report of compare has the differences first, the verdict and the exit status last, in 40 lines of 80 columns', async () => {
  const { out } = await compare((call) => ({ ...call, body: call.body.replace('"vip":true', '"vip":"yes"') }))
  const lines = out.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^Differences: \d+ causes? in \d+ places?$/)
  expect(lines.at(-1)).toBe('The service differs. Exit status: 1.')
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(wideLines(out)).toEqual([])
})

test('what was not seen is one sentence with numbers, which --unseen turns into lists', async () => {
  const { out } = await compare((call) => call)
  expect(out.replaceAll('\n', ' ')).toMatch(
    /Not seen, so not compared: \d+ of \d+ operations, [\d,]+ of [\d,]+ members of answers, \d+ of \d+ assumptions\. --unseen lists them\./,
  )
  expect(out).not.toContain('getCampaigns')
  const { out: whole } = await compare((call) => call, '--unseen')
  expect(whole).toContain('getCampaigns')
  expect(wideLines(whole)).toEqual([])
})

test('the same difference in several places is one cause', () => {
  const places = ['getMembers', 'getMember', 'updateMember', 'setMember', 'addMember'] as const
  const text = resultText(
    resultWith(
      places.map((operation, index) => [
        operation,
        {
          at: index === 0 ? '/members/*/member_rating' : '/member_rating',
          expected: 'a number',
          found: `a text of ${index + 1} characters`,
        },
      ]),
    ),
  )
  expect(text).toMatch(
    /^Differences: 1 cause in 5 places\n {2}member member_rating: expected a number, found a text, in 5 places\n {4}\(getMembers member/,
  )
})

test('links to another port are one cause', () => {
  const rels = ['self', 'parent', 'create', 'update']
  const link = (rel: string) =>
    ({ aspect: 'link', at: `/_links/${rel}`, expected: 'a link to this server', found: 'a link to another server' }) as const
  const result = resultWith(
    ['getLists', 'getList', 'getMembers'].flatMap((each) => rels.map((rel) => [each, link(rel)] as const)),
  )
  expect(resultText(result)).toContain('Differences: 1 cause in 12 places\n')
})

test('many causes are cut to a screen', () => {
  const result = resultWith(Array.from({ length: 90 }, (_, index) => ['getMember', { at: `/member_${index}x` }] as const))
  const lines = resultText(result).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(40)
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}and \d+ more: --unseen lists them\.$/))
  expect(resultText(result, { unseen: true })).toContain('member_89x')
})

test('differences of answers older than the contract are a group of their own and decide nothing', async () => {
  const old = (call: RawCall): RawCall => ({
    ...call,
    at: Date.UTC(2016, 4, 1),
    body: call.body.replaceAll('2026-01-15', '2016-05-01').replaceAll(/"vip":(?:true|false),/g, ''),
  })
  const { code, out } = await compare(old)
  expect(out).toMatch(/^In answers older than the contract: \d+ causes? in \d+ places?\n/)
  expect(out.replaceAll('\n', ' ')).toContain(
    'Everything that was seen agrees, but for answers older than the contract. Exit status: 0.',
  )
  expect(code).toBe(0)
})

test('characters that steer a terminal or turn a text around are written as escapes', () => {
  const text = resultText(resultWith([['getMember', { value: '"\u009b31m\u202eabc\u001b]0;x\u0007"' }]]))
  expect(text).toContain(String.raw`\u009b31m\u202eabc\u001b]0;x\u0007`)
  // eslint-disable-next-line no-control-regex -- these must not be there
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
})

test('a folder without recordings is refused', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'))
  expect(await runCommand('compare', empty)).toEqual({
    code: 2,
    out: '',
    err: `maildouble: The folder ${empty} has no recordings: they are files named .har, .json, .yaml or .yml.\n`,
  })
})

test('a report that cannot be written has been printed, and the folder of one that can is created', async () => {
  const refused = await compare((call) => call, '--json', folder)
  expect(refused.out).toContain('Exit status: 0.')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`The report cannot be written to ${folder}`)])
  const file = join(folder, 'new', 'report.json')
  expect((await compare((call) => call, '--json', file)).out).toContain(`The report is in ${file}.\n`)
})

test('a path that is wider than a line is folded before a slash, and nowhere else', () => {
  const path = `recordings/${'a'.repeat(50)}/${'b'.repeat(30)}/calls.har`
  const text = resultText({
    ...resultWith([]),
    remarks: [{ operation: undefined, text: `The file ${path} is empty.`, times: 1 }],
  })
  expect(text).toContain(`\n  The file recordings/${'a'.repeat(50)}\n    /${'b'.repeat(30)}/calls.har is empty.\n`)
})

test.skipIf(process.platform === 'win32')('only the owner can read a report', async () => {
  const [made, replaced] = [join(folder, 'made.json'), join(folder, 'replaced.json')]
  writeFileSync(replaced, '', { mode: 0o644 })
  for (const file of [made, replaced]) await compare((call) => call, '--json', file)
  expect([made, replaced].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
})
