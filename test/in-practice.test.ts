import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PAGE = readFileSync('docs/in-practice.md', 'utf8')
const TESTS = 'examples/in-practice/test'

/** A row of the table. */
interface Row {
  readonly rank: string
  readonly title: string
  readonly anchor: string
  /** The name that causes the pain. */
  readonly cause: string
}

const rows = [...PAGE.matchAll(/^\| (\d+) \| .+? \| \[(.+?)\]\(#(.+?)\) \| (.+?) \|/gm)].map(
  ([, rank = '', title = '', anchor = '', cause = '']): Row => ({ rank, title, anchor, cause }),
)

/** The tests of pains by title, each with its source. */
const tests = new Map(
  readdirSync(TESTS).flatMap((file) => {
    const [, ...parts] = readFileSync(join(TESTS, file), 'utf8').split(/^pain\(/m)
    return parts.map((source) => [/'([^']+)'/.exec(source)?.[1] ?? '', { file, source }] as const)
  }),
)

const section = (title: string) =>
  PAGE.split(/^### /m).find((part) => part.toLowerCase().startsWith(`${title.toLowerCase()}\n`)) ?? ''

describe('the pains of practice', () => {
  test('the table ranks each tested pain once', () => {
    expect(rows.map(({ title }) => title).toSorted()).toEqual([...tests.keys()].toSorted())
    expect(rows.map(({ rank }) => Number(rank))).toEqual(rows.map((_, at) => at + 1))
  })

  test.each(rows)('$title has a section with its test', ({ title, anchor }) => {
    expect(section(title)).toContain(`/examples/in-practice/test/${tests.get(title)?.file})`)
    expect(anchor).toBe(
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
  })

  test.each(rows)('$title is caused in its test by the name in the table', ({ title, cause }) => {
    const name = /`([^`]+)`/.exec(cause)?.[1] ?? ''
    // The default.
    if (name !== 'starter') expect(tests.get(title)?.source).toContain(name)
  })

  test('ten pains of the table are those to begin with', () => {
    const list = PAGE.slice(PAGE.indexOf('## Where to begin'), PAGE.indexOf('## The table'))
    const begin = [...list.matchAll(/^\d+\. \[.+\]\(#(.+)\)$/gm)].map(([, anchor]) => anchor)
    expect(begin).toHaveLength(10)
    expect(rows.map(({ anchor }) => anchor)).toEqual(expect.arrayContaining(begin))
  })

  test('the code of the page is a test of the example', () => {
    expect(PAGE).toContain(`\`\`\`ts\n${readFileSync(join(TESTS, 'causes.test.ts'), 'utf8')}\`\`\``)
  })
})
