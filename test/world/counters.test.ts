import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Counters } from '../../src/kernel/world/counters.ts'

const NAMES = ['seq', 'job', 'web_id', 'random:contact.id']

const changed = fc.record({ name: fc.constantFrom(...NAMES), number: fc.nat(), inCopy: fc.boolean() })

test('counters and their copies read like maps that were changed the same way', () => {
  fc.assert(
    fc.property(fc.array(changed), (changes) => {
      let [counters, map] = [Counters.copyOf(new Map([['seq', 7]])), new Map([['seq', 7]])]
      const earlier: [Counters, Map<string, number>][] = []
      for (const { name, number, inCopy } of changes) {
        if (inCopy) {
          earlier.push([counters, map])
          ;[counters, map] = [Counters.copyOf(counters), new Map(map)]
        }
        counters.set(name, number)
        map.set(name, number)
      }
      for (const [one, same] of [...earlier, [counters, map] as const]) {
        const visited = new Map<string, number>()
        one.forEach((number, each) => visited.set(each, number))
        expect([...one]).toEqual([...same])
        expect([[...one.keys()], [...one.values()], one.size]).toEqual([[...same.keys()], [...same.values()], same.size])
        expect(visited).toEqual(same)
        for (const each of NAMES) expect([one.get(each), one.has(each)]).toEqual([same.get(each), same.has(each)])
      }
    }),
  )
})
