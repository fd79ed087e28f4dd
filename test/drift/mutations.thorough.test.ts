import { beforeAll, describe, expect, test } from 'vitest'
import { recordedRun } from '../recordings/recorded-run.ts'
import { differencesOf, driftAgainst, serviceOf, wayTo, type Service } from './bent-service.ts'
import { ANSWER_MUTATIONS } from './answer-mutations.ts'
import { BEHAVIOUR_MUTATIONS } from './behaviour-mutations.ts'
import { MEMBER_MUTATIONS } from './member-mutations.ts'
import { REMARKED } from './remarked.ts'

const MUTATIONS = [...MEMBER_MUTATIONS, ...ANSWER_MUTATIONS, ...BEHAVIOUR_MUTATIONS]

let service: Service
beforeAll(async () => {
  service = await serviceOf({ scenario: 'newsletter' })
})

/** What a recording cannot tell, and why. */
const UNSEEN: { readonly [name: string]: string } = {
  'a missing key has another title': 'recordings often have their keys removed',
  'a link leads to another server': 'recordings often have changed names of hosts',
  'a report counts an open too many': 'the details of a report are compared with each other by drift only',
  'a rate is not the share of the delivered emails': 'the details of a report are compared with each other by drift only',
  'domains do not add up': 'the details of a report are compared with each other by drift only',
  'a search does not find a member': 'a search may find people whom the recording does not show',
}

/** Runs drift against the service, and keeps the calls. */
async function runOf(bend: (typeof MUTATIONS)[number]['bend'] | undefined, of: string) {
  const { send, compare } = recordedRun(service.send(bend), () => service.double.handle().world.clock.now)
  return { result: await driftAgainst(send, { only: wayTo(of) }), compare }
}

describe('a bent service', () => {
  test('there are at least 60 ways in which it is bent', () => {
    expect(MUTATIONS.length + REMARKED.length).toBeGreaterThanOrEqual(60)
  })

  test('every difference that a recording cannot tell is one of drift', () => {
    expect(Object.keys(UNSEEN).filter((name) => MUTATIONS.every((each) => each.name !== name))).toEqual([])
  })

  test.each(MUTATIONS)(
    '$name: drift finds it at its operation and assumption, and a recording at its operation',
    async (mutation) => {
      const { name, bend, of, aspect, at, assumption } = mutation
      const operation = 'operation' in mutation ? mutation.operation : of
      const { result, compare } = await runOf(bend, of)
      const found = differencesOf(result).filter(
        (each) => each.operation === operation && each.aspect === aspect && each.at.startsWith(at),
      )
      expect(found, JSON.stringify(differencesOf(result), undefined, 1)).not.toEqual([])
      if (assumption !== undefined) {
        expect(found.flatMap(({ assumptions }) => assumptions)).toContain(assumption)
        expect(result.assumptions.find(({ id }) => id === assumption)).toMatchObject({ outcome: 'differs' })
      }
      expect(result.outcome).toBe('differs')
      if (name in UNSEEN) return
      const recording = await compare()
      const differences = differencesOf(recording)
      expect(
        differences.filter((each) => each.operation === operation),
        JSON.stringify({ aspect, at, differences: differences.slice(0, 5) }, undefined, 1),
      ).not.toEqual([])
      expect(recording.outcome).toBe('differs')
    },
  )

  test.each([...new Set(MUTATIONS.map(({ of }) => of))])(
    'the recording of a service that is not bent differs in nothing: %s',
    async (of) => {
      const { compare } = await runOf(undefined, of)
      expect(differencesOf(await compare())).toEqual([])
    },
  )

  test.each(REMARKED)('$name: the run goes on, and a remark names the operation', async ({ bend, text }) => {
    const result = await driftAgainst(service.send(bend), { only: wayTo('getList') })
    expect(result.remarks.filter((remark) => text.test(remark.text))).not.toEqual([])
    expect(result.remarks.find((remark) => text.test(remark.text))?.operation).toMatch(/^get/)
    expect(differencesOf(result)).toEqual([])
    expect(result.outcome).toBe('agrees')
  })
})
