import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { differencesOf } from './differences.ts'
import { RECORDERS } from './recorders.ts'
import { audienceStory, campaignStory, recordStory } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('compareRecordings', () => {
  const stories = { audience: audienceStory, campaign: campaignStory }
  test.each(Object.keys(RECORDERS).flatMap((name) => Object.keys(stories).map((story) => [name, story] as const)))(
    'finds no difference in a recording by %s of the %s story',
    async (name, story) => {
      const { file, write } = RECORDERS[name]!
      const path = join(mkdtempSync(join(folder, 'unbent-')), file)
      writeFileSync(path, write(await recordStory(stories[story as keyof typeof stories])))
      const result = await compareRecordings(await readRecordings([path]), { values: true })
      if (process.env['SHOW']) console.log(result.remarks, result.calls)
      expect(differencesOf(result)).toEqual([])
      expect(result.outcome).toBe('agrees')
      expect(result.calls).toBeGreaterThan(15)
    },
  )
})

test('compares a recording in the words of a deployment if it knows them', async () => {
  const vocabulary = {
    paths: { lists: 'groups', members: 'people' },
    keys: { email_address: 'mail_address', total_items: 'number_of_items' },
    values: { status: { subscribed: 'joined' }, title: { 'Member Exists': 'Already There' } },
    headers: { 'X-Request-Id': 'X-Acme-Request-Id' },
  }
  const calls = await recordStory(
    async (call) => {
      const { body } = await call('GET', '/groups?count=1')
      const list = body.groups?.[0]?.id ?? body.lists[0].id
      await call('GET', `/groups/${list}/people?count=2`)
      await call('POST', `/groups/${list}/people`, { mail_address: 'zoe@acme.test', status: 'joined' })
      await call('POST', `/groups/${list}/people`, { mail_address: 'zoe@acme.test', status: 'joined' })
    },
    { vocabulary },
  )
  const path = join(mkdtempSync(join(folder, 'words-')), 'calls.har')
  writeFileSync(path, RECORDERS['HAR with text']!.write(calls))
  const files = await readRecordings([path])
  const known = await compareRecordings(files, { vocabulary })
  expect(differencesOf(known)).toEqual([])
  expect(known.operations.filter(({ outcome }) => outcome === 'agrees').map(({ operation }) => operation)).toEqual([
    'getLists',
    'getMembers',
    'addMember',
  ])
  expect((await compareRecordings(files)).outcome).toBe('differs')
})
