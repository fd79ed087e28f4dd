import { describe, expect, test } from 'vitest'
import type { AnyCondition, ConditionType } from '../../src/service/conditions/condition.ts'
import { compile, compileAll, conditionKinds } from '../../src/service/conditions/index.ts'
import { readCondition } from '../../src/service/conditions/validate.ts'
import * as validators from '../../src/kernel/contract/generated/service/validators/segments.js'
import { audience, member } from './audience.ts'
import { memberRows } from './member-rows.ts'
import { mergeRows } from './merge-rows.ts'
import { purchaseRows } from './purchase-rows.ts'
import { unsupportedRows } from './unsupported-rows.ts'

const all = [...memberRows, ...mergeRows, ...purchaseRows, ...unsupportedRows]

test.each(all.map((row) => [JSON.stringify(row[0]), ...row] as const))(
  'the segment condition %s selects the expected members',
  (_title, condition, matching, others) => {
    const meets = compile(condition, audience)
    expect(matching.filter((facts) => !meets(member(facts)))).toEqual([])
    expect(others.filter((facts) => meets(member(facts)))).toEqual([])
  },
)

/** Types without data, whose ops do not depend on the member. */
const typesWithoutData = new Set<ConditionType>([
  'IPGeoInZip',
  'IPGeoZip',
  ...unsupportedRows.map(([{ condition_type }]) => condition_type),
])

describe('a segment condition without condition_type', () => {
  const { Condition: validate } = validators
  const named = all.filter(([{ condition_type, field }]) => condition_type !== 'TransactionalMail' && field !== 'GONE')

  test.each(named.map(([condition]) => [JSON.stringify(condition), condition] as const))(
    'a segment condition without condition_type is read as if it had the type %s',
    (_, condition) => {
      if (!validate) throw new Error('There is no check of conditions.')
      const { condition_type: _type, ...untyped } = condition
      expect(readCondition(untyped, audience, validate)).toEqual(readCondition(condition, audience, validate))
    },
  )
})

test.each(Object.keys(conditionKinds) as ConditionType[])(
  'the tables of conditions cover every op of %s, matching and not matching',
  (type) => {
    const ofType = all.filter(([condition]) => condition.condition_type === type)
    const ops = Object.keys(conditionKinds[type].ops)
    expect(ofType.length).toBeGreaterThan(0)
    for (const op of ops) {
      const ofOp = ofType.filter(([condition]) => condition.op === op)
      const isMatched = ofOp.some(([, matching]) => matching.length > 0)
      const missed = ofOp.some(([, , others]) => others.length > 0)
      expect([op, isMatched, missed]).toEqual([op, ...(typesWithoutData.has(type) ? [isMatched, !isMatched] : [true, true])])
    }
  },
)

describe('several segment conditions', () => {
  const vip: AnyCondition = { condition_type: 'VIP', field: 'vip_flag', op: 'member' }
  const german: AnyCondition = { condition_type: 'Language', field: 'language', op: 'is', value: 'de' }
  const people = [{ vip: true, language: 'de' }, { vip: true }, { language: 'de' }, {}].map(member)

  test('several segment conditions with match all match members that match every condition', () => {
    expect(people.map(compileAll('all', [vip, german], audience))).toEqual([true, false, false, false])
  })

  test('several segment conditions with match any match members that match at least one condition', () => {
    expect(people.map(compileAll('any', [vip, german], audience))).toEqual([true, true, true, false])
  })
})
