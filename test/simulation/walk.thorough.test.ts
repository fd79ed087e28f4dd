import { expect, test } from 'vitest'
import { walk } from './walk.ts'

test('two random walks with the same seed get the same bytes', async () => {
  const [once, again] = [await walk('twice'), await walk('twice')]
  expect(again.answers).toEqual(once.answers)
  expect((await walk('other')).answers).not.toEqual(once.answers)
})

test('a random walk gets successes and errors of every kind', async () => {
  const { answers } = await walk('variety')
  const statuses = new Set(answers.map((answer) => / (\d{3}) /.exec(answer)?.[1]))
  for (const status of ['200', '204', '400', '404']) expect(statuses).toContain(status)
})
