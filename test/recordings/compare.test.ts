import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compareRecordings } from '../../src/kit/compare/compare.ts'
import type { Result } from '../../src/kit/drift/result.ts'
import { readRecordings } from '../../src/kit/recordings/read-files.ts'
import { RECORDERS } from './recorders.ts'
import { audienceStory, campaignStory, recordStory } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-recordings-'))
afterAll(() => rmSync(folder, { recursive: true }))

export function differencesOf(result: Result): string[] {
  const named = [
    ...result.operations.map((each) => ({ ...each, name: each.operation })),
    { name: '-', differences: result.elsewhere.differences },
  ]
  return named.flatMap(({ name, differences }) =>
    differences.map(({ aspect, at, expected, found, value }) => `${name} ${aspect} ${at}: ${expected}, ${found} ${value ?? ''}`),
  )
}

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
