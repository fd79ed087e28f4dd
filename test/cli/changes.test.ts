import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { recordReleased, releasedVersions } from '../../build/released.mjs'
import { withBehaviour } from '../../build/changelog.mjs'
import { currentBehaviour } from '../../src/kernel/contract/behaviour/index.ts'
import { runCommand, wideLines } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-changes-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file with what an older version might have said. */
async function olderVersion(): Promise<string> {
  const saved = join(folder, 'before.json')
  await runCommand('changes', '--save', saved)
  const behaviour = JSON.parse(readFileSync(saved, 'utf8'))
  behaviour.version = '0.0.9'
  behaviour.settings.stats_cache.default = '"PT1H"'
  delete behaviour.operations.ping
  behaviour.assumptions['tags.search'].says = 'The search finds tags by any part of their name.'
  behaviour.schemas.Member['/mood'] = 'string'
  writeFileSync(saved, JSON.stringify(behaviour))
  return saved
}

describe('maildouble changes', () => {
  test('lists changed assumptions, settings, operations and schemas with the old and the new text', async () => {
    const { code, out } = await runCommand('changes', '--from', await olderVersion())
    expect(code).toBe(0)
    expect(wideLines(out)).toEqual([])
    expect(out).toMatch(/^From maildouble 0\.0\.9 to 0\.1\.0: 4 changes\n/)
    expect(out).toContain('Operations\n  ping\n      old  not there\n      new  GET /ping\n')
    expect(out).toContain('  Member\n    /mood\n      old  string\n      new  not there any more\n')
    expect(out).toContain('Settings\n  stats_cache\n    default\n      old  "PT1H"\n      new  ')
    expect(out).toContain('old  The search finds tags by any part of their name.')
  })

  test('prints the changes as JSON and as Markdown', async () => {
    const file = await olderVersion()
    const { from, to, changes } = JSON.parse((await runCommand('changes', '--from', file, '--format', 'json')).out)
    expect({ from, to }).toEqual({ from: '0.0.9', to: '0.1.0' })
    expect(changes).toContainEqual({ kind: 'operations', name: 'ping', to: 'GET /ping' })
    const { out } = await runCommand('changes', '--from', file, '--format', 'markdown')
    expect(out).toContain('- operations: `ping` new: `GET /ping`\n')
    expect(out).toContain('- settings: `stats_cache`, `default` `"PT1H"` is now ')
  })

  test('finds no change from the version itself', async () => {
    expect((await runCommand('changes', '--from', 'v0.1.0')).out).toBe('From maildouble 0.1.0 to 0.1.0: 0 changes\n')
  })

  test('names the known versions if a version is unknown, and the missing option', async () => {
    expect((await runCommand('changes', '--from', '0.0.1')).err).toContain(
      'The behaviour of the version 0.0.1 is not known to maildouble 0.1.0. Known versions: 0.1.0.',
    )
    expect((await runCommand('changes')).err).toContain('--from is missing')
    expect((await runCommand('changes', '--from', 'nowhere.json')).err).toContain('There is no file nowhere.json.')
  })

  test('refuses a file that does not hold the behaviour of a version', async () => {
    const file = join(folder, 'other.json')
    writeFileSync(file, '{"version":"1.0.0","operations":{"ping":{"call":1}}}')
    expect((await runCommand('changes', '--from', file)).err).toContain(
      `${file}, operations, ping, call: a text is expected here.`,
    )
  })
})

describe('the behaviour of a release', () => {
  test('is recorded once, with the version before it', async () => {
    const own = mkdtempSync(join(folder, 'released-'))
    const behaviour = await currentBehaviour()
    expect(recordReleased({ ...behaviour, version: '0.9.0' }, own)).toEqual({ before: undefined })
    expect(recordReleased({ ...behaviour, version: '0.10.0' }, own)).toEqual({ before: '0.9.0' })
    expect(recordReleased({ ...behaviour, version: '0.10.0' }, own)).toBeUndefined()
    expect(releasedVersions(own)).toEqual(['0.9.0', '0.10.0'])
  })

  test('is listed at the end of the part of its version in the changelog, in place of an earlier list', () => {
    const text =
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-01-15\n\n### Added\n\n- More.\n\n## [0.1.0] - 2025-01-15\n\n- All.\n'
    const listed = withBehaviour(text, '0.2.0', '0.1.0', ['- operations: `ping` new: `GET /ping`'])
    expect(listed).toContain('- More.\n\n### Behaviour since 0.1.0\n\n- operations: `ping` new: `GET /ping`\n\n## [0.1.0]')
    expect(withBehaviour(listed, '0.2.0', '0.1.0', [])).toContain(
      '- More.\n\n### Behaviour since 0.1.0\n\nThe contract says what it said before.\n\n## [0.1.0]',
    )
  })
})
