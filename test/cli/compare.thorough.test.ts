import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { RECORDERS } from '../recordings/recorders.ts'
import { audienceStory, recordStory, type RawCall } from '../recordings/story.ts'
import { runCommand, wideLines } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-compare-'))
afterAll(() => rmSync(folder, { recursive: true }))

function recording(name: string, calls: readonly RawCall[]): string {
  const file = join(folder, name)
  writeFileSync(file, RECORDERS['HAR with text']!.write(calls))
  return file
}

const bent = (call: RawCall): RawCall => ({ ...call, body: call.body.replace('"vip":true', '"vip":"Zq-secret"') })

/** A report without the sentences of assumptions, which quote an address of their own and none of the recording. */
function withoutAssumptions(text: string): string {
  return text.replace(/An address that another member has is rejected as Invalid Resource.{0,80}ada@acme\.test/g, '')
}

describe('maildouble compare', () => {
  test('ends with 0 if the recording agrees, within 80 columns', async () => {
    const { code, out } = await runCommand('compare', recording('agrees.har', await recordStory(audienceStory)))
    expect(code).toBe(0)
    expect(out).toContain('agrees.har')
    expect(wideLines(out)).toEqual([])
  })

  test('ends with 1 if something differs, and shows values only on request', async () => {
    const file = recording('differs.har', await recordStory(audienceStory, {}, bent))
    const json = join(folder, 'compare.json')
    const { code, out } = await runCommand('compare', file, '--json', json)
    expect(code).toBe(1)
    expect(out).toContain('/vip')
    for (const text of [out, readFileSync(json, 'utf8')]) {
      expect(text).not.toContain('Zq-secret')
      expect(withoutAssumptions(text)).not.toMatch(/acme\.test/)
    }
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ kind: 'compare', outcome: 'differs' })
    expect((await runCommand('compare', file, '--values')).out).toContain('Zq-secret')
  })

  test('shows no key that the recording holds', async () => {
    const calls = await recordStory(audienceStory)
    const key = calls[0]?.requestHeaders['authorization']?.slice('Bearer '.length) ?? ''
    const json = join(folder, 'key.json')
    const { out } = await runCommand('compare', recording('key.har', calls), '--values', '--json', json)
    expect(key.length).toBeGreaterThan(20)
    expect(out + readFileSync(json, 'utf8')).not.toContain(key)
  })

  test('ends with 2 if nothing was compared, and counts calls of other hosts', async () => {
    const calls = (await recordStory(async (call) => void (await call('GET', '/ping')))).map((each) => ({
      ...each,
      url: 'https://other.test/v1/ping',
    }))
    const { code, out } = await runCommand('compare', recording('others.har', [...calls, ...calls]))
    expect(code).toBe(2)
    expect(out.replace(/\s+/g, ' ')).toContain('A call of another host was left out: other.test')
  })

  test('plays into the scenario in whose state the recording began', async () => {
    const file = recording('scenario.har', await recordStory(audienceStory))
    expect((await runCommand('compare', file, '--scenario', 'starter')).code).toBe(0)
    // Another account has no such lists.
    expect((await runCommand('compare', file, '--scenario', 'empty')).code).toBe(1)
    expect((await runCommand('compare', file, '--scenario', 'nowhere')).err).toContain('There is no scenario "nowhere".')
  })
})
