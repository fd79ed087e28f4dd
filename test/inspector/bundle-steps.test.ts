import { expect, test } from 'vitest'
import { cutBundle } from '../../inspector/pages/bundle/cut.ts'
import { LIST, MEMBERS } from '../control/requests/request-world.ts'
import { type Body, mock } from '../mock.ts'

test('each step of a bundle shows the time and the rows that the world had after it', async () => {
  const { call } = mock({ scenario: 'starter' })
  const read = async (world: string) => {
    const at = `/_control/worlds/${world}`
    const { rows } = (await call(`GET ${at}/state/members?count=100`)).body
    const statuses = rows.map(({ email_address, status }: Body) => `${email_address} ${status}`).toSorted()
    return { now: (await call(`GET ${at}/clock`)).body.now, statuses }
  }
  const add = (name: string) => call(`POST ${MEMBERS}`, { email_address: `${name}@acme.test`, status: 'subscribed' })
  const leave = (name: string) =>
    call('POST /_control/triggers', { trigger: 'member.unsubscribe', list_id: LIST, email_address: `${name}@acme.test` })
  const pass = (by: string) => call('POST /_control/clock/advance', { by })
  const operations = [{ method: 'DELETE', path: `${MEMBERS.slice(4)}/b@acme.test` }]
  const states = [await read('default')]
  for (const act of [
    () => add('a'),
    () => pass('PT1M'),
    () => add('b'),
    () => leave('a'),
    () => call('POST /3.0/batches', { operations }),
    () => pass('P1D'),
    () => call('GET /3.0/ping'),
    () => pass('PT2H'),
  ]) {
    await act()
    states.push(await read('default'))
  }
  const bundle = (await call('GET /_control/bundle')).body
  expect(bundle.steps).toHaveLength(states.length - 1)
  for (const [count, state] of states.entries()) {
    const { body } = await call('POST /_control/worlds', { id: `step-${count}`, bundle: cutBundle(bundle, count) })
    expect(body.replay.differences.filter(({ step }: Body) => step < count)).toEqual([])
    expect(await read(`step-${count}`), `step ${count}`).toEqual(state)
  }
})
