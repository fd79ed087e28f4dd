import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDouble } from '../../../src/index.ts'
import { connect } from '../../../src/kit/client/connect.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-evidence-'))
afterAll(() => rmSync(folder, { recursive: true }))

function evidenceFile(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

const RESULT = {
  at: '2026-07-31T12:00:00.000Z',
  source: 'api.example.test',
  assumptions: [
    { id: 'members.record-extras', outcome: 'agrees', agreed: { member: 40, link: 2 }, differed: 0 },
    { id: 'members.status-archived', outcome: 'differs', agreed: { member: 3 }, differed: 2 },
  ],
}

const SEEN = { at: RESULT.at, source: RESULT.source }

describe('the evidence of a server', () => {
  test('stands beside each assumption, also beside those that the comparison did not see', async () => {
    await using double = await createDouble({ scenario: 'starter', evidence: evidenceFile('drift.json', RESULT) })
    const assumptions = new Map((await connect(double).contract.assumptions()).map((each) => [each.id, each.evidence]))
    expect(assumptions.get('members.record-extras')).toEqual({ outcome: 'agrees', agreed: 42, differed: 0, ...SEEN })
    expect(assumptions.get('members.status-archived')).toEqual({ outcome: 'differs', agreed: 3, differed: 2, ...SEEN })
    expect(assumptions.get('tags.search')).toEqual({ outcome: 'not seen', agreed: 0, differed: 0, ...SEEN })
  })

  test('stands in why, for the assumptions that the requests behind an object relied on', async () => {
    await using double = await createDouble({ scenario: 'starter', evidence: evidenceFile('drift.json', RESULT) })
    const world = await connect(double).worlds.get()
    const { body } = await world.get('/lists', { query: { count: 1 } })
    await world.post(`/lists/${body.lists?.[0]?.id ?? ''}/members`, { email_address: 'zoe@acme.test', status: 'subscribed' })
    const { assumptions = [] } = await world.why({ entity: 'member', id: 'zoe@acme.test' })
    expect(assumptions).toContainEqual({
      id: 'members.record-extras',
      confidence: 'high',
      says: expect.any(String),
      evidence: { outcome: 'agrees', agreed: 42, differed: 0, ...SEEN },
    })
    // Nothing was sent that relies on campaigns.
    expect(assumptions.filter(({ id }) => id.startsWith('campaigns.'))).toEqual([])
  })

  test('is absent from a server without any', async () => {
    await using double = await createDouble({ scenario: 'starter' })
    const world = await connect(double).worlds.get()
    const [assumption] = await connect(double).contract.assumptions()
    expect(assumption).not.toHaveProperty('evidence')
    expect(await world.why({ path: '/3.0/lists/nowhere' })).not.toHaveProperty('assumptions')
  })

  test.each([
    ['a missing file', join(folder, 'missing.json'), /There is no file /],
    ['broken JSON', evidenceFile('broken.json', '{'), /is not JSON: /],
    ['other JSON', evidenceFile('other.json', {}), /is no result of a comparison: maildouble drift --json and /],
    ['no time', evidenceFile('time.json', { ...RESULT, at: 'soon' }), /"at" must be the time of the comparison\./],
    ['an assumption without an id', evidenceFile('id.json', { ...RESULT, assumptions: [{}] }), /assumptions\[0\] has no id\./],
    [
      'an unknown outcome',
      evidenceFile('outcome.json', { ...RESULT, assumptions: [{ id: 'a', outcome: 'maybe' }] }),
      /assumptions\[0\]: the outcome must be one of agrees, differs, not seen\./,
    ],
  ])('is refused if the file has %s', async (_, evidence, message) => {
    await expect(createDouble({ evidence })).rejects.toThrow(message)
  })
})
