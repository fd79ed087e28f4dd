import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGE = readFileSync('docs/time-and-faults.md', 'utf8')
const TESTS = 'examples/in-practice/test'

/** A row of the table. */
interface Row {
  readonly rank: string
  readonly title: string
  /** The address of its test. */
  readonly address: string
  /** The name that causes the pain. */
  readonly cause: string
}

const rows = [...PAGE.matchAll(/^\| (\d+) \| .+? \| \[(.+?)\]\((https:.+?)\) \| (.+?) \|/gm)].map(
  ([, rank = '', title = '', address = '', cause = '']): Row => ({ rank, title, address, cause }),
)

/** The tests of pains by title, each with its source. */
const tests = new Map(
  readdirSync(TESTS).flatMap((file) => {
    const [, ...parts] = readFileSync(join(TESTS, file), 'utf8').split(/^pain\(/m)
    return parts.map((source) => [/'([^']+)'/.exec(source)?.[1] ?? '', { file, source }] as const)
  }),
)

describe('the pains of practice', () => {
  test('the table ranks each tested pain once', () => {
    expect(rows.map(({ title }) => title).toSorted()).toEqual([...tests.keys()].toSorted())
    expect(rows.map(({ rank }) => Number(rank))).toEqual(rows.map((_, at) => at + 1))
  })

  test.each(rows)('$title links to its test', ({ title, address }) => {
    expect(address).toMatch(new RegExp(`/examples/in-practice/test/${tests.get(title)?.file}$`))
  })

  test.each(rows)('$title is caused in its test by the name in the table', ({ title, cause }) => {
    const name = /`([^`]+)`/.exec(cause)?.[1] ?? ''
    // The default.
    if (name !== 'starter') expect(tests.get(title)?.source).toContain(name)
  })

  test('ten rows of the table are those to begin with', () => {
    const [, list = ''] = /\*\*Begin with rows ([\d, and]+)\.\*\*/.exec(PAGE) ?? []
    const begin = list.match(/\d+/g) ?? []
    expect(new Set(begin).size).toBe(10)
    expect(rows.map(({ rank }) => rank)).toEqual(expect.arrayContaining(begin))
  })

  test('the code of the page is a test of the example', () => {
    expect(PAGE).toContain(`\`\`\`ts\n${readFileSync(join(TESTS, 'causes.test.ts'), 'utf8')}\`\`\``)
  })
})
