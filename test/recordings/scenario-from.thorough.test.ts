import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startServer } from '../../src/index.ts'
import { connect } from '../../src/kit/client/connect.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { runCommand } from '../cli/run.ts'
import { mock, type Body } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'
import { RECORDERS } from './recorders.ts'
import { audienceStory, filterStory, recordStory } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'maildouble-likeness-'))
afterAll(() => rmSync(folder, { recursive: true }))
process.env['LIKENESS_KEY'] = 'a'

/** Writes a scenario like the account of a server. */
async function likenessOf(url: string, apiKey: string, name: string, ...options: string[]) {
  process.env['LIKENESS_KEY'] = apiKey
  const out = join(folder, `${name}.yaml`)
  const result = await runCommand(
    'scenario',
    'from',
    '--against',
    `${url}/3.0`,
    '--key-env',
    'LIKENESS_KEY',
    '--rate',
    'none',
    '--out',
    out,
    ...options,
  )
  return { ...result, out, data: result.code === 0 ? parse(readFileSync(out, 'utf8')) : undefined }
}

/** Every text of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)])
    : []
}

describe('maildouble scenario from', () => {
  test.each(['starter', 'newsletter'])(
    'writes a scenario like the account of %s, which passes the check and the laws',
    async (scenario) => {
      await using server = await startServer({ scenario, seed: 'source' })
      const world = await connect(server).worlds.get()
      const { code, err, out, data } = await likenessOf(server.url, server.apiKey, `like-${scenario}`)
      expect(err).toContain('The scenario is in ')
      expect(code).toBe(0)
      expect(err).not.toContain('Left out')
      expect((await runCommand('scenario', 'check', out)).out).toMatch(/^ok: no errors in 1 file/)

      // The reading sends GET and nothing else.
      const requests = await world.requests.list({ limit: 1000 })
      expect([...new Set(requests.map(({ method }) => method))]).toEqual(['GET'])

      const { body: source } = await world.get('/lists', { query: { count: 100 } })
      await using like = await startServer({ scenarioDir: folder, scenario: `like-${scenario}` })
      const { body: made } = await (await connect(like).worlds.get()).get('/lists', { query: { count: 100 } })
      const shape = (lists: typeof source.lists) =>
        (lists ?? [])
          .map(({ id, name, visibility, double_optin, stats }) => ({
            id,
            name,
            visibility,
            double_optin,
            subscribed: stats?.member_count,
            left: stats?.unsubscribe_count,
            cleaned: stats?.cleaned_count,
            fields: stats?.merge_field_count,
          }))
          .toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      expect(shape(made.lists)).toEqual(shape(source.lists))
      expect(data.lists.length).toBe(source.lists?.length)

      const double = mock(
        { scenario: `like-${scenario}`, settings: { service_time: 0 } },
        { scenarios: await ownScenarios(folder) },
      )
      await double.ready
      await expectWorldToBalance(double)
      expect(double.defects).toEqual([])
    },
  )

  test('keeps no address, name, note or text of a person', async () => {
    await using server = await startServer({ scenario: 'starter', seed: 'marked', settings: { credentials: 'any' } })
    const world = await connect(server).worlds.get()
    const marks: string[] = []
    const mark = (where: string): string => {
      const text = `Zq${where}Marker`
      marks.push(text)
      return text
    }
    const contact = {
      company: mark('company'),
      address1: mark('address'),
      address2: mark('address2'),
      city: mark('city'),
      state: mark('state'),
      zip: mark('zip'),
      country: 'GB',
      phone: mark('phone'),
    }
    const { body: list } = await world.post('/lists', {
      name: 'Customers',
      contact,
      permission_reminder: mark('reminder'),
      campaign_defaults: {
        from_name: mark('from'),
        from_email: `${mark('fromemail')}@acme.test`,
        subject: mark('subject'),
        language: 'en',
      },
      notify_on_subscribe: `${mark('notify')}@acme.test`,
      email_type_option: true,
    } as never)
    const id = (list as { id: string }).id
    await world.post(`/lists/${id}/merge-fields`, {
      name: 'Size',
      type: 'dropdown',
      tag: 'SIZE',
      options: { choices: ['S', 'M'] },
      help_text: mark('help'),
      default_value: 'S',
    } as never)
    await world.post(`/lists/${id}/merge-fields`, {
      name: 'Pet',
      type: 'text',
      tag: 'PET',
      default_value: mark('default'),
    } as never)
    for (const [index, size] of ['S', 'M', 'M'].entries()) {
      const address = `${mark(`member${index}`)}@acme.test`
      await world.post(`/lists/${id}/members`, {
        email_address: address,
        status: 'subscribed',
        merge_fields: {
          FNAME: mark(`first${index}`),
          LNAME: mark(`last${index}`),
          PHONE: mark(`phone${index}`),
          PET: mark(`pet${index}`),
          SIZE: size,
        },
        tags: ['vip'],
      } as never)
      await world.post(`/lists/${id}/members/${address}/notes`, { note: mark(`note${index}`) } as never)
      await world.post(`/lists/${id}/members/${address}/events`, {
        name: 'bought',
        properties: { what: mark(`event${index}`) },
      } as never)
    }
    await world.post(`/lists/${id}/segments`, {
      name: 'Some',
      options: {
        match: 'any',
        conditions: [
          { condition_type: 'TextMerge', field: 'FNAME', op: 'is', value: mark('condition') },
          { condition_type: 'EmailAddress', field: 'EMAIL', op: 'contains', value: mark('conditionemail') },
        ],
      },
    } as never)
    const { body: template } = await world.post('/templates', { name: 'Weekly', html: `<p>${mark('html')}</p>` } as never)
    void template
    const { body: campaign } = await world.post('/campaigns', {
      type: 'regular',
      recipients: { list_id: id },
      settings: {
        subject_line: mark('line'),
        preview_text: mark('preview'),
        title: mark('title'),
        from_name: mark('sender'),
        reply_to: `${mark('reply')}@acme.test`,
        to_name: mark('to'),
      },
    } as never)
    await world.put(`/campaigns/${(campaign as { id: string }).id}/content`, { html: `<p>${mark('content')}</p>` } as never)
    await world.post(`/campaigns/${(campaign as { id: string }).id}/actions/send`)
    await world.clock.advance('PT1H')

    const { code, data, out } = await likenessOf(server.url, server.apiKey, 'unmarked')
    expect(code).toBe(0)
    const text = readFileSync(out, 'utf8').toLowerCase()
    expect(marks.filter((each) => text.includes(each.toLowerCase()))).toEqual([])
    expect(text).not.toContain(server.apiKey.toLowerCase())
    const like = data.lists.find((each: { name: string }) => each.name === 'Customers')
    // What the account named itself, and how its fields are filled.
    expect(like.merge_fields.map(({ tag }: { tag: string }) => tag)).toEqual(expect.arrayContaining(['SIZE', 'PET']))
    expect(like.members).toHaveLength(3)
    for (const member of like.members) {
      expect(['S', 'M']).toContain(member.merge_fields.SIZE)
      expect(member).toMatchObject({
        status: 'subscribed',
        tags: ['vip'],
        merge_fields: { FNAME: expect.any(String), PET: expect.any(String) },
      })
      expect(member.email_address).toMatch(/\.test$/)
    }
    expect(like.segments.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['Some', 'vip']))
    expect(like.campaigns).toHaveLength(1)
    expect(textsIn(data)).toContain('Weekly')
    // The addresses of the starter are the people of that account.
    expect(textsIn(data).filter((each) => /@acme\.test|@example\.com/.test(each))).toEqual([])
  })

  test('writes the same file for the same seed, and other people for another one', async () => {
    await using server = await startServer({ scenario: 'starter', seed: 'same' })
    const first = await likenessOf(server.url, server.apiKey, 'seeded', '--seed', 'a')
    const addresses = (data: Body): string[] =>
      data.lists.flatMap((each: Body) => each.members.map((member: Body) => member.email_address))
    const other = await likenessOf(server.url, server.apiKey, 'other', '--seed', 'b')
    const again = await likenessOf(server.url, server.apiKey, 'again', '--seed', 'a')
    expect(addresses(again.data)).toEqual(addresses(first.data))
    expect(addresses(other.data)).not.toEqual(addresses(first.data))
  })

  test('writes a scenario from recordings', async () => {
    const { write } = RECORDERS['HAR with text']!
    const file = join(folder, 'calls.har')
    writeFileSync(
      file,
      write([...(await recordStory(audienceStory)), ...(await recordStory(filterStory, { scenario: 'newsletter' }))]),
    )
    const out = join(folder, 'from-calls.yaml')
    const { code, err } = await runCommand('scenario', 'from', file, '--out', out)
    expect(err).toContain('The scenario is in ')
    expect(code).toBe(0)
    expect((await runCommand('scenario', 'check', out)).out).toMatch(/^ok: no errors in 1 file/)
    expect(readFileSync(out, 'utf8')).not.toMatch(/zoe@|@acme\.test/i)
  })

  test('refuses a key that is not accepted, an existing file, and no source', async () => {
    await using server = await startServer({ scenario: 'starter', settings: { credentials: 'known' } })
    expect((await likenessOf(server.url, 'wrong-us1', 'refused')).err).toContain(
      'The service refused the key with the status 401.',
    )
    expect((await runCommand('scenario', 'from', '--out', 'ours.json', 'x.har')).err).toContain(
      '--out ours.json must end with .yaml',
    )
    const out = join(folder, 'exists.yaml')
    writeFileSync(out, '')
    expect((await runCommand('scenario', 'from', '--out', out, 'x.har')).err).toContain(
      `${out} exists. Overwrite it with --force.`,
    )
    expect((await runCommand('scenario', 'from')).err).toContain('A source is missing')
    expect((await runCommand('scenario', 'from', '--out', join(folder, 'Big Name.yaml'))).err).toContain(
      'is no name of a scenario',
    )
  })

  test('prints no value of the account, and no field of it', async () => {
    await using server = await startServer({ scenario: 'shop' })
    const world = await connect(server).worlds.get()
    const field = { merge_id: 1, tag: 'zqtag', name: 'ZqName', type: 'zqtype', _links: [] }
    await world.faults.add({
      match: { operation: 'getMergeFields' },
      effect: { answer: { status: 200, body: { text: JSON.stringify({ merge_fields: [field] }) } } },
    })
    const { code, out, err } = await likenessOf(server.url, server.apiKey, 'quiet')
    expect(err).toContain('Left out, since no world can have it:\n  lists/*/merge_fields')
    expect(`${out}${err}`).not.toMatch(/zq/i)
    expect(code).toBe(0)
  })

  test('writes what it has read when the calls run out', async () => {
    await using server = await startServer({ scenario: 'newsletter' })
    const { code, err } = await likenessOf(server.url, server.apiKey, 'short', '--max-calls', '6')
    expect(code).toBe(0)
    expect(err).toContain('Only a part of the account was read: The maximum of 6 calls is reached.')
  })
})
