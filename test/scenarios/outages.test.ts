import { afterEach, describe, expect, test } from 'vitest'
import { outages } from '../../src/service/model/faults/fault.ts'
import { scenarioValidators } from '../../src/kernel/contract/scenario.ts'
import { checkScenarios } from '../../src/service/scenarios/read/check-scenarios.ts'
import { build, folderWith, readWorld, removeFolders, scenarioNamedMine } from './scenario-world.ts'

afterEach(removeFolders)

/** The mistakes that the check of a scenario finds: `<line>: <place>: <message>`. */
async function mistakesIn(yaml: string, others: Record<string, string> = {}) {
  const { root } = folderWith({ ...others, 'mine.yaml': `name: mine\ndescription: Mine.\n${yaml}` })
  const { mistakes } = await checkScenarios([{ folder: root, part: '.', path: 'mine.yaml', kind: 'Scenario' }])
  return mistakes.map(({ file, line, pointer, message }) => `${file.slice(root.length + 1)}:${line}: ${pointer}: ${message}`)
}

describe('outages of a scenario', () => {
  test('a mistake in an outage is reported with its line, for faults of calls and of webhooks, and the rest is checked', async () => {
    const found = await mistakesIn(`outages:
  black-friday:
    - effect: { answer: { preset: EdgeBlokked } }
    - effect: drop
      match: { evnt: subscribe }
    - effect: { delay: soon }
    - effect: { answr: {} }
    - match: { operation: ping }
  Other: [{ effect: drop }]
  none: []
timeline:
  - { at: PT1H, trigger: outage.start, with: { outage: black-fryday } }
`)
    expect(found).toEqual([
      'mine.yaml:5: /outages/black-friday/0/effect/answer/preset: There is no answer of the edge EdgeBlokked. Did you mean EdgeBlocked?',
      'mine.yaml:7: /outages/black-friday/1/match/evnt: There is no member evnt here. Did you mean event?',
      'mine.yaml:8: /outages/black-friday/2/effect/delay: must be milliseconds or an ISO 8601 duration such as PT5S, not negative and at most P365D; "soon" is not.',
      'mine.yaml:9: /outages/black-friday/3/effect/answr: There is no member answr here. Did you mean answer?',
      expect.stringContaining('mine.yaml:9: /outages/black-friday/3/effect: must have one of problem, answer, '),
      'mine.yaml:10: /outages/black-friday/4/effect: Required field is missing: effect.',
      'mine.yaml:11: /outages/Other: must be a name of lower-case letters, digits and hyphens, at most 63.',
      'mine.yaml:12: /outages/none: At least 1 must be given.',
      'mine.yaml:14: /timeline/0/with/outage: The scenario of this world has no outage black-fryday. Did you mean black-friday?',
    ])
  })

  test('a scenario has the outages of the scenario that it extends, and replaces one by its name', async () => {
    const source = scenarioNamedMine('extends: base\noutages: { night: [{ effect: drop }], day: [{ effect: { delay: 1 } }] }', {
      'scenarios/base.yaml':
        'name: base\ndescription: Base.\noutages: { night: [{ effect: duplicate }], fall: [{ effect: reorder }] }',
    })
    const world = await build(source)
    const all = readWorld(world, (tx) => tx.range(outages.key).all())
    expect(all.map(({ id, consists_of }) => [id, consists_of.map(({ effect }) => effect)])).toEqual([
      ['day', [{ delay: 1 }]],
      ['fall', ['reorder']],
      ['night', ['drop']],
    ])
  })

  test('a mistake in an outage of an extended scenario names the file of that scenario', async () => {
    const source = scenarioNamedMine('extends: base\noutages: { night: [{ effect: drop }] }', {
      'scenarios/base.yaml': 'name: base\ndescription: Base.\noutages:\n  fall:\n    - effect: { latency: PT1H }',
    })
    await expect(build(source)).rejects.toThrow(
      /^scenarios\/base\.yaml:5: outages\/fall\/0\/effect\/latency must be milliseconds/,
    )
  })

  test('the schema of scenarios takes an outage with a fault of either kind', async () => {
    const { Scenario } = await scenarioValidators()
    const valid = (fault: unknown) => Scenario?.({ name: 'mine', description: 'Mine.', outages: { one: [fault] } })
    expect([{ effect: 'drop' }, { effect: { omit: ['/id'] } }, { effect: { latency: 1 } }, { effect: {} }, 1].map(valid)).toEqual(
      [true, true, true, true, false],
    )
  })
})
