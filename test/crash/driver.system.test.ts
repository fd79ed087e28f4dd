import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '../mock.ts'
import { receiver } from '../receiver.ts'
import { crash, type CrashResult } from './driver.ts'
import { faultyServer, type Passed, type Misbehaviour } from './faulty-server.ts'

let hooks: Awaited<ReturnType<typeof receiver>>
beforeAll(async () => void (hooks = await receiver()))
afterAll(() => hooks.close())

/** The findings about a server that is never really killed, with or without misbehaviour. */
async function found(misbehaviour: Misbehaviour, kills = 30): Promise<CrashResult> {
  return crash(await faultyServer(misbehaviour), { seed: 'stand-in', kills, ms: 60_000, hooks })
}

/** Whether a call adds one valid member. */
const isAddition = ({ line, body }: Passed): boolean =>
  /^POST \/3\.0\/lists\/\w+\/members$/.test(line) && body.includes('FNAME') && !body.includes('"Refused"')

/** Matches every n-th event: a single response could be cut off by a kill. */
function eachOf(count: number, is: (call: Passed) => boolean): (call: Passed) => boolean {
  let seen = 0
  return (call) => is(call) && ++seen % count === 0
}

test('a server that saves everything causes no findings', async () => {
  const { wrong, kills, acknowledged, compared } = await found({}, 5)
  expect(wrong).toEqual([])
  expect(kills).toBeGreaterThanOrEqual(5)
  // How many calls are answered before a kill depends on the machine.
  expect(acknowledged).toBeGreaterThan(kills)
  expect(compared).toBeGreaterThan(acknowledged)
})

describe('the driver finds', () => {
  test('the driver of the crash test finds an acknowledged write that never happened', async () => {
    const is = eachOf(20, isAddition)
    const instead = (call: Passed): string | undefined => {
      if (!is(call)) return undefined
      const { email_address, status, merge_fields } = JSON.parse(call.body)
      return JSON.stringify({ id: 'x', email_address, status, merge_fields, list_id: 'x', tags: [] })
    }
    const { wrong } = await found({ instead })
    expect(wrong.join('\n')).toMatch(/member \w+\/\S+@crash\.test is lost/)
  })

  test('the driver of the crash test finds a write lost while the server is down', async () => {
    let last: Passed | undefined
    let deaths = 0
    const { wrong } = await found({
      after: (call, answer) => {
        if (isAddition(call) && answer.includes('"status":"subscribed"')) last = call
      },
      whileDead: async (url) => {
        if (++deaths < 3 || !last) return
        const { email_address } = JSON.parse(last.body)
        const headers = { authorization: String(last.headers.authorization) }
        const path = `${last.line.split(' ')[1]}/${email_address}/actions/delete-permanent`
        await fetch(url + path, { method: 'POST', headers })
      },
    })
    expect(wrong.join('\n')).toMatch(/is lost: it was|instead of/)
  })

  test('the driver of the crash test finds a write done partially', async () => {
    const cut: string[] = []
    const { wrong } = await found({
      changed: ({ line, body }) => {
        if (!/^POST \/3\.0\/lists\/\w+$/.test(line)) return body
        const { members } = JSON.parse(body)
        if (!members?.length) return body
        cut.push(line)
        return JSON.stringify({ members: members.slice(1) })
      },
    })
    expect(cut.length).toBeGreaterThan(0)
    expect(wrong.join('\n')).toMatch(/was done by half/)
  })

  test('the driver of the crash test finds an operation of a batch run twice', async () => {
    let last: { readonly path: string; readonly body: string; readonly key: string } | undefined
    let deaths = 0
    const { wrong } = await found({
      after: ({ line, body, headers }) => {
        if (!line.startsWith('POST /3.0/batches')) return
        const [, note] = JSON.parse(body).operations ?? []
        // Batches of the mirrors have other operations.
        if (!note?.body?.includes('about-')) return
        last = { path: `/3.0${note.path}`, body: note.body, key: String(headers.authorization) }
      },
      whileDead: async (url) => {
        if (++deaths < 3 || !last) return
        const headers = { authorization: last.key, 'content-type': 'application/json' }
        await fetch(url + last.path, { method: 'POST', headers, body: last.body })
      },
    })
    expect(wrong.join('\n')).toMatch(/note \w+\/about-\S+ is there twice/)
  })

  test('the driver of the crash test finds a world that was reset to its start', async () => {
    let deaths = 0
    const { wrong } = await found({
      whileDead: async (url) => {
        if (++deaths === 3) await fetch(`${url}/_control/worlds/frozen-1/reset`, { method: 'POST' })
      },
    })
    expect(wrong.join('\n')).toMatch(/frozen-1: .* is lost/)
  })

  test('the driver of the crash test finds a table row outside the steps of the ledgers', async () => {
    let deaths = 0
    const { wrong } = await found({
      whileDead: async (url) => {
        if (++deaths < 3) return
        const world: Body = await (await fetch(`${url}/_control/worlds/all-1`)).json()
        const headers = { authorization: `Bearer ${world.api_key}`, 'content-type': 'application/json' }
        await fetch(`${url}/3.0/template-folders`, { method: 'POST', headers, body: JSON.stringify({ name: 'Nobody made me' }) })
      },
    })
    expect(wrong.join('\n')).toMatch(/all-1: .*the table folders has/)
  })

  test('the driver of the crash test finds a deleted world that exists again', async () => {
    let deleted: string | undefined
    let missing: string | undefined
    const { wrong } = await found({
      after: ({ line }) => void (deleted ??= /^DELETE \/_control\/worlds\/(short-\d+)$/.exec(line)?.[1]),
      whileDead: async (url) => {
        const body = JSON.stringify({ id: missing })
        const headers = { 'content-type': 'application/json' }
        if (missing !== undefined) await fetch(`${url}/_control/worlds`, { method: 'POST', headers, body })
        // This kill may have cut off the response; only the next kill proves that the driver knows of the call.
        missing = deleted
      },
    })
    expect(wrong.join('\n')).toMatch(/the world short-\d+ exists, but no answer named it, or it was deleted/)
  })
})
