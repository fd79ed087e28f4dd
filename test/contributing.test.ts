import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { changelogProblem } from '../build/changelog.mjs'

const read = (file: string): string => readFileSync(file, 'utf8')
const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }

test('.editorconfig has the line width of the formatter', () => {
  const { printWidth } = JSON.parse(read('.oxfmtrc.json')) as { printWidth: number }
  expect(/^\[\*\]\n(?:.+\n)*?max_line_length = (\d+)$/m.exec(read('.editorconfig'))?.[1]).toBe(String(printWidth))
})

test('CONTRIBUTING.md and the workflows name scripts that package.json has', () => {
  const files = ['CONTRIBUTING.md', '.github/workflows/ci.yml', '.github/workflows/release.yml']
  const named = files.flatMap((file) => [...read(file).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name))
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

describe('the workflows', () => {
  test('run .ci/run and .ci/breadth on every change, and .ci/run before a release', () => {
    expect(read('.github/workflows/ci.yml')).toContain('run: bash .ci/run\n')
    expect(read('.github/workflows/ci.yml')).toContain('run: bash .ci/breadth\n')
    expect(read('.github/workflows/release.yml')).toMatch(/bash \.ci\/run\n[^]*npm run release\n[^]*npm publish --provenance/)
  })

  test('in a release, only jobs that publish may write, and they run nothing but the publication of what was built', () => {
    const { permissions, jobs } = parse(read('.github/workflows/release.yml')) as Workflow
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.entries(jobs).map(([name, each]) => [name, each.permissions])).toEqual([
      ['build', undefined],
      ['macos', undefined],
      ['windows', undefined],
      ['npm', { 'id-token': 'write' }],
      ['pypi', { 'id-token': 'write' }],
      ['image', { packages: 'write', 'id-token': 'write', attestations: 'write' }],
      ['assistants', { 'id-token': 'write' }],
      ['github', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
      ['site', { contents: 'write' }],
    ])
    const { build: _build, macos: _macos, windows: _windows, ...publishing } = jobs
    const steps = Object.values(publishing).flatMap((each) => each.steps)
    expect(steps.map(({ uses, run }) => (run ?? uses ?? '').split(/[@\s]/)[0])).toEqual([
      'actions/download-artifact',
      'actions/setup-node',
      'npm',
      'actions/download-artifact',
      'mkdir',
      'pypa/gh-action-pypi-publish',
      'actions/download-artifact',
      'docker/login-action',
      'for',
      'actions/attest-build-provenance',
      'actions/download-artifact',
      'actions/setup-go',
      'go',
      'PATH=$PATH:$(go',
      'actions/download-artifact',
      'sha256sum',
      'actions/attest-build-provenance',
      'gh',
      'actions/download-artifact',
      'git',
    ])
    expect((parse(read('.github/workflows/ci.yml')) as Workflow).permissions).toEqual({ contents: 'read' })
  })

  test.each(['ci', 'release'])('the workflow %s names each action by a commit, and its version beside it', (name) => {
    const used = [...read(`.github/workflows/${name}.yml`).matchAll(/uses: (.+)/g)].map(([, action]) => action)
    expect(used.length).toBeGreaterThan(2)
    expect(used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([])
  })
})

interface Step {
  readonly uses?: string
  readonly run?: string
}

interface Workflow {
  readonly permissions: object
  readonly jobs: { readonly [name: string]: { readonly permissions?: object; readonly steps: readonly Step[] } }
}

test('every form for issues has a name, a description and fields with ids of their own', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(folder).filter((file) => file !== 'config.yml')
  expect(forms).toEqual(['bug.yml', 'deviation.yml'])
  for (const file of forms) {
    const form = parse(read(join(folder, file))) as { name: string; description: string; body: { id: string }[] }
    const ids = form.body.map(({ id }) => id)
    expect([typeof form.name, typeof form.description, new Set(ids).size]).toEqual(['string', 'string', ids.length])
  }
})

describe('a changelog is ready for a release', () => {
  const changelog = (...parts: string[]): string => ['# Changelog\n', ...parts, '[Unreleased]: https://example.com\n'].join('\n')
  const NEXT = '## [Unreleased]\n'
  const ENTRIES = '\n### Added\n\n- A thing.\n'

  test('a changelog with a dated part for the version that has entries is ready for a release', () => {
    expect(changelogProblem(changelog(NEXT, `## [1.2.0] - 2026-01-15\n${ENTRIES}`), '1.2.0')).toBeUndefined()
    expect(changelogProblem(`${NEXT}\n## [1.2.0] - 2026-01-15\n${ENTRIES}`, '1.2.0')).toBeUndefined()
  })

  test.each([
    [changelog(`## [1.2.0] - 2026-01-15\n${ENTRIES}`), 'must have the part "## [Unreleased]"'],
    [changelog(NEXT + ENTRIES), 'must have the part "## [1.2.0] - <date>"'],
    [changelog(NEXT, `## [1.2.0]\n${ENTRIES}`), 'must say when 1.2.0 is released'],
    [changelog(NEXT, '## [1.2.0] - 2026-01-15\n'), 'must say what users notice in 1.2.0'],
    [changelog(NEXT + ENTRIES, `## [1.2.0] - 2026-01-15\n${ENTRIES}`), 'must have no entries in Unreleased'],
  ])('a changelog is not ready for a release if a part is wrong: %#', (text, problem) => {
    expect(changelogProblem(text, '1.2.0')).toContain(problem)
  })

  test('CHANGELOG.md is ready for a release once its part Unreleased has the version', () => {
    const text = read('CHANGELOG.md')
    const released = text.replace(NEXT, `${NEXT}\n## [${version}] - 2026-01-15\n`)
    expect(text.includes(`## [${version}]`) ? undefined : changelogProblem(released, version)).toBeUndefined()
  })
})
