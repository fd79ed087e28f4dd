import { beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../../src/kit/client/index.ts'
import { documents } from '../../src/kernel/contract/documents.ts'
import { createDouble } from '../../src/index.ts'
import { clientAndWorld, LIST } from './targets.ts'

const control = await documents.control()

/** The places of the contract that take a text as well as a list, and the parameters of queries that are lists. */
function places(): string[] {
  const found: string[] = []
  const visit = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { anyOf = [], oneOf = anyOf } = node as { anyOf?: readonly { type?: unknown }[]; oneOf?: readonly { type?: unknown }[] }
    const types = oneOf.map(({ type }) => type)
    if (types.includes('string') && types.includes('array')) found.push(at)
    for (const [key, each] of Object.entries(node)) if (key !== 'example') visit(each, key === 'properties' ? at : `${at}.${key}`)
  }
  for (const [name, schema] of Object.entries(control.components.schemas ?? {})) visit(schema, name)
  for (const item of Object.values(control.paths)) {
    for (const operation of [item?.get, item?.post]) {
      for (const parameter of operation?.parameters ?? []) {
        if (
          'in' in parameter &&
          parameter.in === 'query' &&
          parameter.schema &&
          'type' in parameter.schema &&
          parameter.schema.type === 'array'
        )
          found.push(`${operation?.operationId}.${parameter.name}`)
      }
    }
  }
  return found.toSorted()
}

let world: World
beforeAll(async () => {
  ;({ world } = await clientAndWorld(await createDouble({ scenario: 'empty', log: () => {} })))
})

/** Answers a new survey with two questions. */
async function answering(answers: Record<string, string | number | string[]>): Promise<unknown> {
  const hats = { query: 'Which hat?', type: 'pickOne', options: [{ label: 'Straw', value: 'straw' }] } as const
  const rating = { query: 'How good?', type: 'range' } as const
  const sections = [hats, rating].map((question) => ({ type: 'question' as const, question }))
  const { body: survey } = await world.post(`/lists/${LIST}/surveys`, { title: 'Hats', sections: [...sections] })
  await world.post(`/lists/${LIST}/surveys/${survey.id}/actions/publish`)
  return world.trigger('survey.answer', { survey_id: survey.id ?? '', answers })
}

/** Both forms at each place. That they compile is half of the test. */
const calls: { readonly [place: string]: readonly (() => Promise<unknown>)[] } = {
  'DeliveryMatch.event': [
    () => world.deliveryFaults.add({ match: { event: 'subscribe' }, effect: 'drop' }),
    () => world.deliveryFaults.add({ match: { event: ['subscribe', 'profile'] }, effect: 'drop' }),
  ],
  'FaultMatch.operation': [
    () => world.faults.add({ match: { operation: 'ping' }, effect: { latency: 1 } }),
    () => world.faults.add({ match: { operation: ['ping', 'getLists'] }, effect: { latency: 1 } }),
  ],
  FaultMutation: [
    () => world.faults.add({ effect: { mutate: 'reorder_keys' } }),
    () => world.faults.add({ effect: { mutate: ['reorder_keys', 'new_enum_values'] } }),
    () => world.faults.add({ effect: { mutate: { reorder_keys: true } } }),
  ],
  'TriggerSurveyAnswers.additionalProperties': [
    () => answering({ 'Which hat?': 'Straw' }),
    () => answering({ 'Which hat?': ['Straw'], 'How good?': 4 }),
  ],
  'RequestMatch.operation': [
    () => world.requests.verdict({ match: { operation: 'ping' } }),
    () => world.requests.verdict({ match: { operation: ['ping', 'getLists'] } }),
  ],
  'getRequests.operation': [
    () => world.requests.list({ operation: 'ping' }),
    () => world.requests.list({ operation: ['ping', 'getLists'] }),
  ],
  'getRequestsHar.operation': [
    () => world.requests.har({ operation: 'ping' }),
    () => world.requests.har({ operation: ['ping', 'getLists'] }),
  ],
  'getStream.types': [
    async () => {
      const events = world.events({ types: 'request' })
      await events.listening
      await events.return()
    },
    async () => {
      const events = world.events({ types: ['request', 'clock'] })
      await events.listening
      await events.return()
    },
  ],
  'getSteps.kind': [
    () => world.requests.steps({ kind: 'advance' }),
    () => world.requests.steps({ kind: ['advance', 'trigger'] }),
  ],
  'getTimeline.kinds': [() => world.timeline({ kinds: 'job' }), () => world.timeline({ kinds: ['job', 'email'] })],
}

describe('a place that takes a text or a list', () => {
  test('every place of the contract that takes a text or a list has a case in this test', () => {
    expect(places()).toEqual(Object.keys(calls).toSorted())
  })

  test.each(Object.entries(calls).flatMap(([place, forms]) => forms.map((call, form) => [place, form + 1, call] as const)))(
    '%s accepts a text or a list, form %i',
    async (_place, _form, call) => {
      await expect(call()).resolves.not.toThrow()
    },
  )
})
