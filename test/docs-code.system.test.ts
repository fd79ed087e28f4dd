import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { complaintsAbout } from './client/check-types.ts'
import { isOfProgram, type ShownCode } from './client/run-example.ts'

/** The pages for users. */
const pages = ['README.md', ...readdirSync('docs').map((name) => join('docs', name))].filter((page) => page.endsWith('.md'))

/** Pages with a program that runs from top to bottom. */
const PROGRAMS = ['docs/testing.md', 'docs/time-and-faults.md']

/** What the code of a page takes from its reader's application. */
const APPLICATION: ShownCode = {
  title: "the reader's application",
  file: 'docs/running.md/application.ts',
  code: 'export function startApplication(service: { readonly baseUrl: string; readonly apiKey: string }): void { void service }',
}

/** The code blocks of a page in a language. */
function blocksIn(page: string, language: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]+?)^ *\`\`\``, 'gm'))
  return [...blocks].map(([, code = '']) => code)
}

function programsIn(page: string): ShownCode[] {
  // The quickstart continues the file of README.
  if (page === 'docs/quickstart.md') return []
  if (page === 'README.md')
    return [
      programOf(
        page,
        [page, 'docs/quickstart.md'].flatMap((each) => blocksIn(each, 'ts')),
      ),
    ]
  const all = blocksIn(page, 'ts')
  if (!PROGRAMS.includes(page)) return all.map((code, i) => blockOf(page, code, i))
  const others = all.filter((code) => !isOfProgram(code))
  return [programOf(page, all.filter(isOfProgram)), ...others.map((code, i) => blockOf(page, code, i))]
}

const programOf = (page: string, blocks: readonly string[]): ShownCode => ({
  title: page,
  file: `${page}/program.ts`,
  code: blocks.join('\n'),
})

function blockOf(page: string, code: string, i: number): ShownCode {
  const name = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1] ?? `block-${i}.ts`
  return { title: `${page}, ${name}`, file: `${page}/${name}`, code }
}

describe('the code in README and docs', () => {
  test('code blocks are all TypeScript', () => {
    const others = pages.flatMap((page) => blocksIn(page, '(?:js|mjs|cjs|jsx|javascript)').map((code) => `${page}: ${code}`))
    expect(others).toEqual([])
  })

  test('the code in README and docs compiles with strict', () => {
    const programs = pages.flatMap(programsIn)
    expect(programs.length).toBeGreaterThan(15)
    expect(complaintsAbout([APPLICATION, ...programs])).toEqual([])
  })

  test('shows the errors that TypeScript reports if the type of the fixtures is forgotten', () => {
    const forgotten = [
      "import { test as base } from 'vitest'",
      "import { fixtures } from 'maildouble/vitest'",
      "const test = base.extend({ ...fixtures, worldOptions: { scenario: 'newsletter' } })",
      "test('a test', async ({ world }) => world.get('/lists'))",
    ]
    const [first = '', second = ''] = complaintsAbout([{ title: 'TS', code: forgotten.join('\n') }])
    const shown = readFileSync('docs/debugging.md', 'utf8')
    expect(first).toContain('No overload matches this call.')
    expect(first).toContain("Types of property 'world' are incompatible.")
    expect(second).toBe("TS: 'world' is of type 'unknown'.")
    for (const text of [
      'No overload matches this call.',
      "Types of property 'world' are incompatible.",
      "'world' is of type 'unknown'.",
    ])
      expect(shown).toContain(text)
  })
})
