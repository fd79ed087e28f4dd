import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/kit/client/connect.ts'
import { startServer, type RunningServer } from '../../src/index.ts'
import { runCommand, wideLines } from './run.ts'

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'maildouble-proof-'))
const pinned = join(folder, 'proof.json')

type Said = Record<string, string>
type Kinds = Record<'operations' | 'schemas' | 'errors' | 'assumptions', Record<string, Said>> & { version: string }

beforeAll(async () => {
  server = await startServer({ seed: 'proof' })
  const world = await connect(server).worlds.get()
  const { body } = await world.get('/lists', { query: { count: 1 } })
  const list = body.lists?.[0]?.id ?? ''
  const add = { method: 'POST', body: JSON.stringify({ email_address: 'zoe@acme.test', status: 'subscribed' }) }
  await world.fetch(`/lists/${list}/members`, add)
  await world.fetch(`/lists/${list}/members`, add)
  await runCommand('report', '--url', server.url, '--pin', pinned)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** The pinned proof after an edit. */
function edited(name: string, edit: (proof: Kinds) => void): string {
  const proof: Kinds = JSON.parse(readFileSync(pinned, 'utf8'))
  edit(proof)
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(proof))
  return file
}

describe('maildouble report --pin', () => {
  test('writes the operations, errors and assumptions that calls relied on, and no others', async () => {
    const { code, out } = await runCommand('report', '--url', server.url, '--pin', pinned)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^The calls relied on 2 operations, 1 error and \d+ assumptions, \d+ of them recorded and \d+ with low confidence\. The proof is in /,
    )
    const proof: Kinds = JSON.parse(readFileSync(pinned, 'utf8'))
    expect(Object.keys(proof.operations)).toEqual(['getLists', 'addMember'])
    expect(Object.keys(proof.errors)).toEqual(['MemberExists'])
    expect(proof.assumptions['members.record-extras']).toEqual({ confidence: 'high', says: expect.any(String) })
    expect(Object.keys(proof.assumptions).filter((id) => id.startsWith('campaigns.'))).toEqual([])
  })

  test('pins the sent parameters and fields and the received answers of an operation', () => {
    const proof: Kinds = JSON.parse(readFileSync(pinned, 'utf8'))
    expect(proof.operations['addMember']).toEqual({
      call: 'POST /lists/{list_id}/members',
      'field /email_address': 'string, email-address, longest length 254, required',
      'field /status': 'string, one of "subscribed" "unsubscribed" "cleaned" "pending" "transactional", required',
      'answer 200': 'application/json: <Member>',
      'answer 400': 'application/problem+json: <ProblemDocument>',
    })
    expect(Object.keys(proof.operations['getLists'] ?? {})).toEqual(['call', 'parameter count', 'answer 200'])
    // The schemas of the answers, and those that they name.
    expect(Object.keys(proof.schemas)).toEqual(
      expect.arrayContaining(['Member', 'MemberStatus', 'ListCollection', 'List', 'Link']),
    )
    expect(Object.keys(proof.schemas)).not.toContain('Campaign')
  })

  test('pins the same bytes again for the same calls', async () => {
    const before = readFileSync(pinned, 'utf8')
    await runCommand('report', '--url', server.url, '--pin', pinned)
    expect(readFileSync(pinned, 'utf8')).toBe(before)
  })

  test('refuses to pin what no call relied on', async () => {
    const idle = await startServer({ seed: 'idle' })
    const { code, err } = await runCommand('report', '--url', idle.url, '--pin', join(folder, 'none.json'))
    await idle.stop()
    expect(code).toBe(1)
    expect(err).toContain('No call was counted, so there is nothing to pin.')
  })
})

describe('maildouble report --check', () => {
  test('passes without a server if this version says what was pinned', async () => {
    const { code, out } = await runCommand('report', '--check', pinned, '--url', 'http://127.0.0.1:9')
    expect({ code, out }).toEqual({ code: 0, out: `maildouble 0.1.0 says what ${pinned} pinned with maildouble 0.1.0.\n` })
  })

  test('fails if an assumption, an error, a parameter or an answer was different, and names old and new', async () => {
    const file = edited('older.json', (proof) => {
      proof.version = '0.0.9'
      proof.assumptions['members.record-extras'] = { confidence: 'low', says: 'The record has no extras.' }
      proof.errors['MemberExists'] = { ...proof.errors['MemberExists'], title: 'Already There' }
      proof.operations['getLists']!['parameter count'] = 'integer, default 25'
      delete proof.schemas['Member']!['/vip']
      proof.assumptions['members.gone'] = { confidence: 'high', says: 'Members can fly.' }
    })
    const { code, out } = await runCommand('report', '--check', file)
    expect(code).toBe(1)
    expect(wideLines(out.replace(file, ''))).toEqual([])
    expect(out).toContain(`maildouble 0.1.0 changes what ${file} pinned with maildouble 0.0.9: 6 changes\n`)
    expect(out).toContain(
      '  getLists\n    parameter count\n      old  integer, default 25\n      new  integer, at least 0, default 10\n',
    )
    expect(out).toContain('    title\n      old  Already There\n      new  Member Exists\n')
    expect(out).toContain('    confidence\n      old  low\n      new  high\n')
    expect(out).toContain('  Member\n    /vip\n      old  not there\n      new  boolean, required\n')
    expect(out).toContain('  members.gone\n      old  Members can fly.\n      new  not there any more\n')
  })

  test('says nothing about parts that the suite did not rely on', async () => {
    const file = edited('part.json', (proof) => {
      delete proof.operations['addMember']!['field /status']
    })
    expect((await runCommand('report', '--check', file)).code).toBe(0)
  })

  test('refuses a file that is no proof, and names the part that cannot be used', async () => {
    const file = edited('part.json', (proof) => Object.assign(proof.errors['MemberExists']!, { title: 1 }))
    expect((await runCommand('report', '--check', file)).err).toContain(
      `${file}, errors, MemberExists, title: a text is expected here.`,
    )
    const none = join(folder, 'none.json')
    writeFileSync(none, '{"version": 1}')
    expect((await runCommand('report', '--check', none)).err).toContain('is no proof: maildouble report --pin writes one.')
    expect((await runCommand('report', '--check', join(folder, 'missing.json'))).err).toContain('There is no file ')
  })
})
