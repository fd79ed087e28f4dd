import { expect } from 'vitest'
import type { Answered, mock } from '../mock.ts'
import type { Step } from './steps.ts'
import type { Visit } from './visits.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'app' | 'stage'>

/** Takes a step in a world of a server, by the key of that world where one is needed. */
export function take(double: Double, step: Step, id = 'default'): Promise<Pick<Answered, 'status' | 'headers' | 'text'>> {
  const world = double.stage.worlds.byId(id)?.world
  if (!world) throw new Error(`There is no world ${id}.`)
  if ('pass' in step) return double.call(`POST /_control/worlds/${id}/clock/advance`, { by: step.pass })
  if ('trigger' in step) return double.call(`POST /_control/worlds/${id}/triggers`, step.trigger)
  if ('visit' in step) return visit(double, world.base_url, step)
  return double.call(step.line, step.body, { headers: { authorization: `Bearer ${world.credentials.api_key}` } })
}

/** A call without a key, which a page may answer. */
async function visit({ app }: Double, base: string, { visit: path, form }: Visit): ReturnType<typeof take> {
  const answer = await app.request(base + path, form && { method: 'POST', body: new URLSearchParams(form) })
  const { status, headers } = answer
  const text = await answer.text()
  expect(status, `${path}: ${text}`).toBeLessThan(500)
  return { status, headers, text }
}
