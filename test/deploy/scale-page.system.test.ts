import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { builtProgram } from '../server/program.ts'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { withoutValkey } from '../servers/valkey.ts'
import { runSteps, stepsOf } from './scale-page.ts'

const PAGE = 'docs/several-processes.md'
const steps = stepsOf(PAGE)

describe.skipIf(withoutHaproxy || withoutValkey)('docs/several-processes.md, run literally:', () => {
  let answers: unknown[][]
  beforeAll(async () => {
    answers = await runSteps(steps, await builtProgram())
  })

  test.each(steps.map((step, position) => [step.title, position, step] as const))(
    'the step "%s" of docs/several-processes.md prints its shown output',
    (_, position, step) => {
      expect(answers[position]).toEqual(step.answers)
    },
  )
})

test('docs/several-processes.md consists of steps that contain every shell example', () => {
  expect(steps).toHaveLength(8)
  expect(readFileSync(PAGE, 'utf8').match(/^```sh$/gm)).toHaveLength(8)
})
