import { describe, expect, test } from 'vitest'
import { isSelected, contradictionIn, type When } from '../../src/kernel/support/when.ts'

/** Which of the first ten calls are selected, a second apart. The n-th draw is n tenths. */
function turns(when: When): number[] {
  let fired = 0
  const meant: number[] = []
  for (let seen = 1; seen <= 10; seen++) {
    if (!isSelected(when, { seen, fired }, seen * 1_000, (draw) => draw / 10)) continue
    fired++
    meant.push(seen)
  }
  return meant
}

describe('isTurn', () => {
  test.each<[When, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ first: 3 }, [1, 2, 3]],
    [{ nth: 4 }, [4]],
    [{ every: 4 }, [4, 8]],
    [{ after: 8 }, [9, 10]],
    [{ after: 0, first: 1 }, [1]],
    [{ after: 2, first: 5 }, [3, 4, 5]],
    [{ every: 3, after: 4 }, [6, 9]],
    [{ times: 2 }, [1, 2]],
    [{ after: 3, times: 2 }, [4, 5]],
    [{ every: 2, times: 3 }, [2, 4, 6]],
    [{ until: 4_000 }, [1, 2, 3]],
    [{ probability: 0.35 }, [1, 2, 3]],
    [{ probability: 0 }, []],
    [{ probability: 0.85, every: 2, times: 3 }, [2, 4, 6]],
  ])('the condition %j selects the turns %j', (when, meant) => expect(turns(when)).toEqual(meant))
})

describe('neverTurn', () => {
  test.each<When>([
    {},
    { first: 1, nth: 1 },
    { first: 4, every: 4 },
    { after: 3, first: 4 },
    { nth: 6, every: 3, after: 5 },
    { after: 3, every: 4, first: 4 },
    { probability: 0 },
    { until: 1_001 },
  ])('the condition %j is not contradictory', (when) => expect(contradictionIn(when, 1_000)).toBeUndefined())

  test.each<[When, string, string]>([
    [{ first: 2, nth: 3 }, 'nth', 'never matches: 3 is not one of the first 2.'],
    [{ after: 3, nth: 3 }, 'nth', 'never matches: 3 is not after the first 3.'],
    [{ every: 2, nth: 3 }, 'nth', 'never matches: 3 is not a multiple of 2, as every requires.'],
    [{ after: 2, first: 2 }, 'after', 'never matches: all of the first 2 are among the first 2.'],
    [{ every: 5, first: 4 }, 'every', 'never matches: no multiple of 5 is among the first 4.'],
    [{ every: 4, after: 4, first: 7 }, 'every', 'never matches: no multiple of 4 is among the first 7 after the first 4.'],
    [
      { until: 1_000 },
      'until',
      'must be after 1970-01-01T00:00:01.000Z, the time of the world; 1970-01-01T00:00:01.000Z is not.',
    ],
  ])('the condition %j is a contradiction in %s', (when, member, message) =>
    expect(contradictionIn(when, 1_000)).toEqual({ member, message }),
  )

  test('a condition that is never true is recognized for all small numbers', () => {
    const numbers = [undefined, 1, 2, 3, 4]
    for (const first of numbers)
      for (const nth of numbers)
        for (const every of numbers)
          for (const after of numbers) {
            const when = Object.fromEntries(
              Object.entries({ first, nth, every, after }).filter(([, value]) => value !== undefined),
            )
            expect([when, turnsOfMany(when)]).toEqual([when, contradictionIn(when, 0) === undefined])
          }
  })
})

/** Whether any of many calls is selected. */
function turnsOfMany(when: When): boolean {
  return Array.from({ length: 40 }, (_, before) => before + 1).some((seen) => isSelected(when, { seen, fired: 0 }, 0, () => 0))
}
