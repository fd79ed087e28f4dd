import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import control from '../src/contract/generated/control/openapi.json' with { type: 'json' }
import publicContract from '../src/contract/generated/public/openapi.json' with { type: 'json' }
import service from '../src/contract/generated/service/openapi.json' with { type: 'json' }
import { machines } from '../src/resources/machines.ts'
import { operationsPage } from '../build/checklist.mjs'
import { controlPage } from '../build/control-page.mjs'
import { machinesPage } from '../build/machines-page.mjs'
import { settingsPage } from '../build/settings-page.mjs'

const LINES_MAX = 300

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
}

const sources = filesBelow('src').map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('the source', () => {
  test('has files of one purpose: none is longer than 300 lines, and half of them are shorter than 70', () => {
    const lengths = sources.map(({ file, text }) => [text.split('\n').length, file] as const).toSorted(([a], [b]) => b - a)
    expect(lengths.filter(([length]) => length > LINES_MAX)).toEqual([])
    expect(lengths[Math.floor(lengths.length / 2)]?.[0]).toBeLessThan(70)
  })

  test('has no file that nobody imports', () => {
    const imported = new Set(
      sources.flatMap(({ file, text }) =>
        [...text.matchAll(/from '(\.[^']+)'/g), ...text.matchAll(/import\('(\.[^']+)'/g)].map(([, path]) =>
          resolve(dirname(file), path ?? ''),
        ),
      ),
    )
    const entries = ['src/index.ts', 'src/cli/main.ts']
    const outside = filesBelow('build')
      .concat(
        readdirSync('build').map((file) => join('build', file)),
        filesBelow('test'),
      )
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const dead = sources.filter(({ file }) => !entries.includes(file) && !imported.has(resolve(file)) && !outside.includes(file))
    expect(dead.map(({ file }) => file)).toEqual([])
  })

  test('names no helper, utility or manager', () => {
    expect(
      sources
        .filter(({ file }) => /helpers?|utils?|common|misc|manager|base\b/.test(file.replace('src/', '')))
        .map(({ file }) => file),
    ).toEqual([])
  })

  test('says in one sentence what each exported function is for', () => {
    const bare = sources.flatMap(({ file, text }) => {
      const lines = text.split('\n')
      return lines.flatMap((line, at) =>
        /^export (async )?(function|class)\b/.test(line) && !/^( \*\/|\/\*\*.*\*\/)/.test(lines[at - 1] ?? '')
          ? [`${file}:${at + 1}`]
          : [],
      )
    })
    expect(bare).toEqual([])
  })
})

describe('the tests', () => {
  const tests = filesBelow('test')
  const textOf = new Map(tests.map((file) => [file, readFileSync(file, 'utf8')]))

  /** Whether a file starts processes or browsers, itself or through a file that it imports. */
  function startsProcesses(file: string, seen = new Set<string>()): boolean {
    const text = textOf.get(file)
    if (text === undefined || seen.has(file)) return false
    seen.add(file)
    if (/from '(?:node:child_process|playwright-core)'/.test(text)) return true
    const imported = [...text.matchAll(/^(?!import type).*(?:from |import\()'(\.[^']+)'/gm)]
    return imported.some(([, path = '']) => startsProcesses(join(dirname(file), path), seen))
  }

  test('start processes and browsers in *.system.test.ts only, which `npm test` leaves out', () => {
    const quick = tests.filter((file) => file.endsWith('.test.ts') && !file.endsWith('.system.test.ts'))
    expect(quick.filter((file) => startsProcesses(file))).toEqual([])
  })
})

describe('the documents', () => {
  test('docs/settings.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/settings.md', 'utf8')).toBe(settingsPage(control))
  })

  test('docs/control-api.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/control-api.md', 'utf8')).toBe(controlPage(control))
  })

  test('docs/operations.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/operations.md', 'utf8')).toBe(operationsPage(service, publicContract))
  })

  test('docs/operations.md knows a handler and tests of every operation', () => {
    const lines = operationsPage(service, publicContract).split('\n')
    expect(lines.filter((line) => line.includes('**none**'))).toEqual([])
  })

  test('docs/state-machines.md is current: npm run docs writes it', () => {
    expect(readFileSync('docs/state-machines.md', 'utf8')).toBe(machinesPage(machines, control))
  })

  test.each(['docs/demands.md', 'docs/time.md'])('%s names tests and measures that are there', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/`((?:test|bench|docs)\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  test('point to pages that are there', () => {
    const pages = [
      'README.md',
      ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => join('docs', file)),
    ]
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .filter(([, target]) => !existsSync(resolve(dirname(page), target ?? '')))
        .map(([, target]) => `${page} → ${target}`),
    )
    expect(broken).toEqual([])
  })
})
