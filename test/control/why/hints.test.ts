import { describe, expect, test } from 'vitest'
import { makeList } from '../../../src/service/rules/lists/make.ts'
import { makeClient } from '../../../src/service/rules/oauth/client.ts'
import { md5 } from '../../../src/kernel/support/digest.ts'
import { CHANGES_MAX } from '../../../src/kernel/world/history.ts'
import { segments } from '../../../src/service/model/segments/segment.ts'
import { makeSegment } from '../../../src/service/rules/segments/make.ts'
import { realNow } from '../../../src/kernel/support/time.ts'
import { ADA, ID } from '../../resources/member-world.ts'
import { mock } from '../../mock.ts'
import { triggerWorld } from '../deliveries/trigger-world.ts'

async function world() {
  const made = await triggerWorld()
  const hints = async (query: string): Promise<string[]> => (await made.call(`GET /_control/why?${query}`)).body.hints
  return { ...made, hints }
}

describe('getWhy of an unknown id', () => {
  test('getWhy says that an id is unknown and suggests similar ids', async () => {
    const { call, add } = await world()
    await add(ADA)
    expect((await call('GET /_control/why?entity=member&id=adda@acme.test')).body).toEqual({
      entity: 'member',
      id: 'adda@acme.test',
      exists: false,
      origin: 'never',
      summary: 'There is no member adda@acme.test in the world default, and there never was.',
      found: null,
      history: [],
      omitted: 0,
      evicted: 0,
      hints: [`Did you mean ${ADA}?`],
      chain: [],
      chain_omitted: 0,
      non_events: [],
    })
  })

  test('getWhy of an unknown id lists some ids if none is similar, or says that there are none', async () => {
    const { hints, add } = await world()
    await add(ADA)
    expect(await hints('entity=list&id=zzz')).toEqual([`For example, there are: ${ID}, Acme News.`])
    expect(await hints('entity=template&id=77')).toEqual(['The world default has no template at all.'])
  })

  test('getWhy of an unknown id finds the id on another list', async () => {
    const { hints, add, plant } = await world()
    await plant((tx) => makeList(tx, { id: 'b1b2c3d4e5', name: 'Other' }))
    await add(ADA)
    expect((await hints(`entity=member&id=${ADA}&list_id=b1b2c3d4e5`))[0]).toBe(
      `There is the member ${ADA} of the list Acme News.`,
    )
  })

  test("getWhy of an unknown id finds the id in another world, revealing only that world's name", async () => {
    const { hints, call, add } = await world()
    await add(ADA)
    await call('POST /_control/worlds/default/fork', { id: 'copy' })
    await call(`POST /3.0/lists/${ID}/members/${ADA}/actions/delete-permanent`)
    await call('POST /_control/worlds', { id: 'empty', scenario: 'empty' })
    const { body } = await call(`GET /_control/worlds/empty/why?entity=list&id=${ID}`)
    expect(body.hints.slice(0, 2)).toEqual([
      'The world default has one: the call may have been meant for it.',
      'The world copy has one: the call may have been meant for it.',
    ])
    expect(await hints('entity=list&id=zzz')).not.toContain('copy')
  })

  test('getWhy of an unknown id finds an id that belongs to another kind of resource', async () => {
    const { hints } = await world()
    expect((await hints(`entity=campaign&id=${ID}`))[0]).toBe(
      `This is the id of the list Acme News (${ID}): ask for entity=list.`,
    )
  })

  test('getWhy of an unknown id reports that the list of the path does not exist', async () => {
    const { hints } = await world()
    expect((await hints('entity=segment&id=1&list_id=zzz'))[0]).toBe('There is no list zzz either: ask for entity=list&id=zzz.')
  })

  test('getWhy truncates the id of an unknown list between characters', async () => {
    const { hints } = await world()
    const z = 'z'.repeat(99)
    expect((await hints(`entity=segment&id=1&list_id=${encodeURIComponent(`${z}😀`)}`))[0]).toBe(
      `There is no list ${z} either: ask for entity=list&id=${z}.`,
    )
  })

  test('getWhy recognizes an MD5 of an address without lower-casing', async () => {
    const { hints, add } = await world()
    const { body } = await add('Ada@Acme.test')
    expect((await hints(`entity=member&id=${md5('Ada@Acme.test')}`))[0]).toBe(
      `This is the MD5 of Ada@Acme.test as it is written; the subscriber hash is that of the address in lower case: ${body.id}.`,
    )
  })
})

describe('getWhy of an existing resource', () => {
  test('getWhy says that the collection leaves out an archived member', async () => {
    const { hints, add, call, ada } = await world()
    await add(ADA)
    await call(`DELETE ${ada}`)
    expect(await hints(`entity=member&id=${ADA}`)).toEqual([
      'It is archived: the collection of members leaves it out unless status=archived is asked for.',
    ])
  })

  test('getWhy says that the collection leaves out an old batch', async () => {
    const { hints, call, pass } = await world()
    const { body } = await call('POST /3.0/batches', { operations: [{ method: 'GET', path: '/ping' }] })
    await pass('P7D')
    expect(await hints(`entity=batch&id=${body.id}`)).toEqual([
      'It is older than seven days: the collection of batches leaves it out.',
    ])
  })

  test('getWhy says that a campaign of which nothing was sent has no report, if the settings say so', async () => {
    const { hints, cause, call } = await world()
    await call('PATCH /_control/settings', { campaigns: { unsent_report: 'not_found' } })
    const { body } = await cause('campaign.cancel', { list_id: ID, subject_line: 'News' })
    const [{ id }] = body.changed
    expect(await hints(`entity=report&id=${id}`)).toEqual([
      'Nothing of the campaign was sent, so it has no report, as the setting campaigns.unsent_report says.',
    ])
  })

  test('getWhy redacts secrets, whatever is asked for', async () => {
    const { call, plant } = mock()
    await plant((tx) =>
      makeClient(tx, { client_id: 'app', client_secret: 'hush-hush-hush', redirect_uri: 'http://127.0.0.1/back' }),
    )
    const { body: approved } = await call('POST /_control/triggers', {
      trigger: 'oauth.approve',
      client_id: 'app',
      redirect_uri: 'http://127.0.0.1/back',
    })
    await call('POST /3.0/verified-domains', { verification_email: 'a@acme.test' })
    const { emails } = (await call('GET /_control/emails')).body
    const { body: hook } = await call('POST /3.0/batch-webhooks', { url: 'http://127.0.0.1:9/x', signing_enabled: true })
    const asked = [
      `oauth_code&id=${approved.code}`,
      'oauth_code&id={{code:1}}',
      'oauth_client&id=app',
      'verified_domain&id=acme.test',
      'email&id=1',
      `batch_webhook&id=${hook.id}`,
    ]
    const answers = await Promise.all(asked.map((query) => call(`GET /_control/why?entity=${query}`)))
    expect(answers.map(({ body }) => [body.entity, body.exists])).toEqual(asked.map((query) => [query.split('&')[0], true]))
    const text = answers.map((answer) => answer.text).join()
    for (const secret of [approved.code, 'hush-hush-hush', emails[0].code, hook.signing_secret ?? 'none'])
      expect(text).not.toContain(secret)
    expect(answers[0]?.body).toMatchObject({ id: '{{code:1}}', found: { code: '{{secret}}' } })
  })
})

describe('the history in getWhy', () => {
  test('the history of one resource in getWhy contains its latest 200 changes and the number of earlier ones', async () => {
    const { call, add, ada } = await world()
    await add(ADA)
    for (let i = 1; i <= 210; i++) await call(`PATCH ${ada}`, { merge_fields: { FNAME: `Ada ${i}` } })
    const { body } = await call(`GET /_control/why?entity=member&id=${ADA}`)
    expect([body.history.length, body.omitted, body.origin]).toEqual([200, 11, 'request'])
    expect(body.history.at(-1).changed[0]).toEqual({ field: 'merge_fields.FNAME', from: 'Ada 209', to: 'Ada 210' })
  })

  test('the history of a world with 50,000 changes counts the evicted ones, and is searched within 50 ms', async () => {
    const { call, add, plant, list, pass } = await world()
    await add(ADA)
    await pass('PT1M')
    await plant((tx) => {
      let segment = makeSegment(tx, list, { name: 'busy', type: 'static' })
      for (let i = 0; i < CHANGES_MAX / 2; i++) segment = tx.put(segments, { ...segment, name: `busy ${i}` })
    })
    for (let n = 0; n < 50; n++) {
      await plant((tx) => {
        for (const segment of tx.range(segments.byId).all()) {
          for (let i = 0; i < CHANGES_MAX / 100; i++) tx.put(segments, { ...segment, name: `busy ${n}/${i}` })
        }
      })
    }
    const { body } = await call(`GET /_control/why?entity=member&id=${ADA}`)
    expect(body.evicted).toBeGreaterThan(0)
    expect(body).toMatchObject({ exists: true, origin: 'unknown', history: [] })
    expect(body.summary).toBe(
      `The member ${ADA} of the list Acme News is subscribed. What created it is no longer known; nothing has changed it since.`,
    )
    const never = (await call('GET /_control/why?entity=member&id=zzz')).body
    expect(never.summary).toContain(
      `nor was there one in its latest changes: ${body.evicted} earlier changes are no longer known.`,
    )

    const times: number[] = []
    for (let i = 0; i < 10; i++) {
      const began = realNow()
      await call(`GET /_control/why?entity=member&id=${ADA}`)
      times.push(realNow() - began)
    }
    expect(Math.min(...times)).toBeLessThan(50)
  })
})
