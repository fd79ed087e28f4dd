import { beforeAll, describe, expect, test } from 'vitest'
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

describe('a bent service', () => {
  test('there are at least 60 ways in which it is bent', () => {
    expect(MUTATIONS.length + REMARKED.length).toBeGreaterThanOrEqual(60)
  })

  test.each(MUTATIONS)('$name: the difference is found, at its operation and assumption', async (mutation) => {
    const { bend, of, aspect, at, assumption } = mutation
    const operation = 'operation' in mutation ? mutation.operation : of
    const result = await driftAgainst(service.send(bend), { only: wayTo(of) })
    const found = differencesOf(result).filter(
      (each) => each.operation === operation && each.aspect === aspect && each.at.startsWith(at),
    )
    expect(found, JSON.stringify(differencesOf(result), undefined, 1)).not.toEqual([])
    if (assumption !== undefined) {
      expect(found.flatMap(({ assumptions }) => assumptions)).toContain(assumption)
      expect(result.assumptions.find(({ id }) => id === assumption)).toMatchObject({ outcome: 'differs' })
    }
    expect(result.outcome).toBe('differs')
  })

  test.each(REMARKED)('$name: the run goes on, and a remark names the operation', async ({ bend, text }) => {
    const result = await driftAgainst(service.send(bend), { only: wayTo('getList') })
    expect(result.remarks.filter((remark) => text.test(remark.text))).not.toEqual([])
    expect(result.remarks.find((remark) => text.test(remark.text))?.operation).toMatch(/^get/)
    expect(differencesOf(result)).toEqual([])
    expect(result.outcome).toBe('agrees')
  })
})
