import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDouble } from '../../src/index.ts'
import { runCommand } from '../cli/run.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-vocabulary-'))
afterAll(() => rmSync(folder, { recursive: true }))

let number = 0

function write(...lines: readonly string[]): string {
  const file = join(folder, `v${++number}.yaml`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

async function checked(...lines: readonly string[]): Promise<readonly string[]> {
  const file = write(...lines)
  const { out } = await runCommand('vocabulary', 'check', file)
  return out.trim().replaceAll(file, 'v.yaml').split('\n')
}

test('maildouble vocabulary check prints ok for a file without mistakes, and for one without words', async () => {
  expect(await checked('paths: { service-chatter: brand-chatter }', 'values: { type: { saved: smart } }')).toEqual([
    'ok: no errors in 1 file.',
  ])
  expect(await checked('paths:', 'values:', '  type:')).toEqual(['ok: no errors in 1 file.'])
})

test('maildouble vocabulary check names the line and the word of everything that the reference does not have', async () => {
  const lines = await checked(
    'paths:',
    '  service-chater: brand-chatter',
    'keys:',
    '  social_liks: likes',
    'values:',
    '  typ: { saved: smart }',
    '  type: { savd: smart }',
    'headers:',
    '  X-Nothing: X-Some',
  )
  expect(lines).toMatchObject([
    'v.yaml:2 /paths/service-chater "service-chater" is not a fixed segment of a path of the reference. Did you mean service-chatter?',
    expect.stringMatching(/^v\.yaml:4 \/keys\/social_liks "social_liks" is not a key of the reference\./),
    expect.stringMatching(/^v\.yaml:6 \/values\/typ "typ" is not a key whose values the reference lists\. Did you mean type/),
    expect.stringMatching(/^v\.yaml:7 \/values\/type\/savd "savd" is not a value of type in the reference\. Did you mean saved/),
    'v.yaml:9 /headers/X-Nothing "X-Nothing" is not a header that can be renamed. `maildouble vocabulary new` writes a file with all words.',
    '5 errors in 1 file; 1 checked.',
  ])
})

test('maildouble vocabulary check refuses a word that would stand for two, and one that is mapped twice', async () => {
  expect((await checked('keys:', '  email_address: mail', '  email: mail'))[0]).toBe(
    'v.yaml:3 /keys/email "mail" stands for email_address already; a word can stand for one word only.',
  )
  expect((await checked('keys:', '  email_address: email'))[0]).toBe(
    'v.yaml:2 /keys/email_address "email" is a key of the reference itself; map that as well, or choose another word.',
  )
  expect((await checked('keys:', '  email_address: a', '  email_address: b'))[0]).toBe(
    'v.yaml:3 Map keys must be unique; "email_address" is not',
  )
  expect(await checked('keys:', '  email_address: email', '  email: email_address')).toEqual(['ok: no errors in 1 file.'])
  expect((await checked('headers:', '  X-Request-Id: Content-Type'))[0]).toContain('has a meaning of its own in HTTP')
})

test('maildouble vocabulary check names the line of a file that is not a vocabulary', async () => {
  expect((await checked('path: { a: b }'))[0]).toMatch(/^v\.yaml:1 \/path .*Did you mean paths\?$/)
  expect((await checked('keys:', '  email_address: [a]'))[0]).toMatch(/^v\.yaml:2 \/keys\/email_address /)
  expect((await checked('keys:', '  email_address: a.b'))[0]).toMatch(/letters, digits, _ and -/)
  expect((await checked('keys: {'))[0]).toMatch(/^v\.yaml:\d/)
})

test('maildouble vocabulary check exits with 1 if there are errors', async () => {
  expect(await runCommand('vocabulary', 'check', write('keys: { a: b }'))).toMatchObject({ code: 1 })
  expect(await runCommand('vocabulary', 'check', write('keys: {}'))).toMatchObject({ code: 0 })
})

test('maildouble vocabulary new writes every word with the places where it occurs; the file is valid as it is, and with all words uncommented', async () => {
  const file = join(folder, 'new.yaml')
  const { out } = await runCommand('vocabulary', 'new', file)
  expect(out).toContain(`maildouble serve --vocabulary ${file}`)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('  # service-chatter: service-chatter  # /activity-feed/service-chatter\n')
  expect(text).toMatch(/ {2}# social_likes: social_likes {2}# \w+/)
  expect(await checked(...text.split('\n'))).toEqual(['ok: no errors in 1 file.'])
  const uncommented = text.replaceAll(/^( +)# /gm, '$1').replaceAll(/^# (?=user_agent|hosts)/gm, '')
  expect(await checked(...uncommented.split('\n'))).toEqual(['ok: no errors in 1 file.'])
})

test('maildouble vocabulary new does not overwrite a file without --force', async () => {
  const file = write('keys: {}')
  expect((await runCommand('vocabulary', 'new', file)).err).toContain(
    'already exists. Choose another name, or overwrite it with --force.',
  )
  expect(readFileSync(file, 'utf8')).toBe('keys: {}\n')
  expect(await runCommand('vocabulary', 'new', file, '--force')).toMatchObject({ code: 0 })
})

describe('createDouble({ vocabulary })', () => {
  const statusOf = async (vocabulary: string | object, path: string): Promise<number> => {
    await using double = await createDouble({ vocabulary, scenario: 'starter' })
    return (await double.fetch(path, { headers: { authorization: `Bearer ${double.apiKey}` } })).status
  }

  test('createDouble takes the words of a vocabulary, or the name of a file', async () => {
    const vocabulary = { paths: { lists: 'audience-lists' } }
    expect(await statusOf(vocabulary, '/3.0/audience-lists')).toBe(200)
    expect(await statusOf(vocabulary, '/3.0/lists')).toBe(404)
    expect(await statusOf(write('paths: { lists: audience-lists }'), '/3.0/audience-lists')).toBe(200)
  })

  test('createDouble gives every new world its words, unless the world has its own', async () => {
    await using double = await createDouble({ vocabulary: { paths: { lists: 'audience-lists' } } })
    const lists = async (options: object, path: string): Promise<number> => {
      const made = await double.fetch('/_control/worlds', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(options),
      })
      const world = (await made.json()) as { readonly id: string; readonly api_key: string }
      return (await double.fetch(`/_worlds/${world.id}/3.0${path}`, { headers: { authorization: `Bearer ${world.api_key}` } }))
        .status
    }
    expect(await lists({}, '/audience-lists')).toBe(200)
    expect(await lists({ settings: { vocabulary: { paths: { lists: 'own' } } } }, '/own')).toBe(200)
  })

  test('a mistake in a vocabulary is reported with its place', async () => {
    await expect(createDouble({ vocabulary: { keys: { email_adress: 'x' } } })).rejects.toThrow(
      /vocabulary\/keys\/email_adress: "email_adress" is not a key/,
    )
    const file = write('keys:', '  email_adress: x')
    await expect(createDouble({ vocabulary: file })).rejects.toThrow(`${file}:2: keys/email_adress: "email_adress" is not a key`)
  })
})

test('a scenario can have a vocabulary, whose mistakes name its file and the line', async () => {
  const scenario = join(folder, 'mine.yaml')
  const lines = ['name: mine', 'description: Mine.', 'settings:', '  vocabulary:', '    paths:', '      lists: audience-lists']
  writeFileSync(scenario, lines.join('\n'))
  await using double = await createDouble({ scenarioDir: folder, scenario: 'mine' })
  const answer = await double.fetch('/3.0/audience-lists', { headers: { authorization: `Bearer ${double.apiKey}` } })
  expect(answer.status).toBe(200)
  writeFileSync(scenario, lines.join('\n').replace('lists:', 'listz:'))
  await expect(createDouble({ scenarioDir: folder, scenario: 'mine' })).rejects.toThrow(
    /mine\.yaml:6: .*"listz" is not a fixed segment/,
  )
  const { out } = await runCommand('scenario', 'check', scenario)
  expect(out).toMatch(/mine\.yaml:6 \/settings\/vocabulary\/paths\/listz "listz"/)
})
