import { expect } from 'vitest'
import type { WorldState } from '../../src/kernel/world/world.ts'
import type { Answered, mock } from '../mock.ts'
import type { WalkStep } from './steps.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'app' | 'context'>

/** The HTTP call for a step, with the key of the world if one is needed. */
export interface StepCall {
  readonly line: string
  readonly body?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly key?: string
}

/** Returns the call that takes a step in a world. */
export function callOf(
  step: WalkStep,
  { id, base_url, credentials }: Pick<WorldState, 'id' | 'base_url' | 'credentials'>,
): StepCall {
  const control = `/_control/worlds/${id}`
  if ('pass' in step) return { line: `POST ${control}/clock/advance`, body: { by: step.pass } }
  if ('trigger' in step) return { line: `POST ${control}/triggers`, body: step.trigger }
  if ('control' in step) return { line: step.control.replace(' ', ` ${control}`), body: step.body }
  if (!('visit' in step)) return { ...step, key: credentials.api_key }
  const path = `${new URL(base_url).pathname.replace(/\/$/, '')}${step.visit}`
  return step.form ? { line: `POST ${path}`, form: step.form } : { line: `GET ${path}` }
}

/** Takes a step in a world of a server. */
export async function take(
  { context, call, app }: Double,
  step: WalkStep,
  id = 'default',
): Promise<Pick<Answered, 'status' | 'headers' | 'text'>> {
  const world = context.worlds.byId(id)?.world
  if (!world) throw new Error(`There is no world ${id}.`)
  const { line, body, key } = callOf(step, world)
  if (!('visit' in step)) return call(line, body, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } })
  // Pages are for callers without a key, so the call carries none.
  const { visit, form } = step
  const answer = await app.request(world.base_url + visit, form && { method: 'POST', body: new URLSearchParams(form) })
  const { status, headers } = answer
  const text = await answer.text()
  expect(status, `${visit}: ${text}`).toBeLessThan(500)
  return { status, headers, text }
}
