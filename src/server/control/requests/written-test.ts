import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { DEFAULT_SETTINGS } from '../../../kernel/contract/settings.ts'
import { isObject } from '../../../kernel/support/is-object.ts'
import { literal, indentedLiteral } from '../../../kernel/support/source-text.ts'
import { isoMillis, type Millis, readInstantMillis } from '../../../kernel/support/time.ts'
import { rowCounts } from '../../../kernel/world/rows.ts'
import { NOW } from '../../../service/scenarios/scenarios.ts'
import type { Call } from '../../log/call.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { clientCode } from './client-code.ts'
import { findStepsBefore } from './needed-steps.ts'
import { pathBelow } from './match.ts'
import { makeRecordedMatch, readComparedBody } from './recorded-match.ts'
import { makeCallAddress, chosenHeaders, writeFetchInit, isKeyed, writeVerifySnippet } from './snippets.ts'
import { requestViews } from './view.ts'

type Shown = ControlSchemas['Request']

/** Maximum number of steps that a test repeats. */
const STEPS_MAX = 200

/** Maximum number of characters of an inline scenario in a test, as JSON. */
const SCENARIO_MAX = 10_000

/** A test, or the reason why there is none. */
type WrittenTest = { readonly test: string } | { readonly reason: string }

/**
 * A Vitest test that does what led to a call, makes the call, and expects its answer. Calls that only read are left out, unless a fault
 * counted them, and calls about other lists and stores (see needed-steps.ts): with the same seed and the same writes, a world makes the
 * same ids.
 */
export async function writtenTest(handle: WorldHandle, target: Call): Promise<WrittenTest> {
  const reason = reasonAgainst(handle, target)
  if (reason !== undefined) return { reason }
  const steps = findStepsBefore(handle, target)
  if (steps.length > STEPS_MAX)
    return { reason: `${steps.length} steps led to this call, too many for a test. A bundle of the world holds all of them.` }
  const calls = [...steps.filter((step) => step.kind === 'request'), target]
  if (calls.some(({ request }) => request.cut > 0))
    return { reason: 'Only the beginning of the body of an earlier call is kept.' }
  const shown = new Map((await requestViews(handle, calls)).map((each, i) => [calls[i], each]))
  const call = shown.get(target)
  if (!call) return { reason: 'This call is no longer kept.' }
  const at: Position = { now: handle.origin.clock.now, jobs: 0 }
  const before = steps.flatMap((step) => [
    ...passing(at, step),
    step.kind === 'request' ? writeCall(shown.get(step)) : clientCode(step, handle.log.secrets),
  ])
  const lines = [...before.filter((line) => line !== ''), ...passing(at, target)].map((line) => `  ${line}`)
  return { test: composeTest(handle, call, lines, countEqual(call, [...shown.values()])) }
}

function reasonAgainst({ ancestors, log: { entries }, origin }: WorldHandle, call: Call): string | undefined {
  if (call.via === 'batch') return 'This is an operation of a batch. The call that submitted the batch can be copied as a test.'
  if (call.request.cut > 0) return 'Only the beginning of its body is kept.'
  if (ancestors.length > 0 || entries.start.world !== origin)
    return 'The world did not begin with a scenario: it is a fork, or was loaded.'
  if (origin.scenario_inline && JSON.stringify(origin.scenario_inline).length > SCENARIO_MAX)
    return 'The world began with an inline scenario that is too long for a test. A bundle of the world holds it.'
  const isKept = entries.isWholeSince(entries.start.mark) && entries.from(entries.start.mark.position).includes(call)
  return isKept ? undefined : 'The first steps of the world are no longer kept.'
}

/** The time of the world in the test, and the number of jobs that have run. */
interface Position {
  now: Millis
  jobs: number
}

/** The line that lets time pass until a step. */
function passing(at: Position, { at: next, jobs }: { readonly at: Millis; readonly jobs: number }): string[] {
  if (jobs === at.jobs && Math.floor(next / 1_000) === Math.floor(at.now / 1_000)) return []
  at.now = Math.max(next, at.now)
  at.jobs = jobs
  return [`await world.clock.advance({ to: ${literal(isoMillis(at.now))} })`]
}

function composeTest({ origin, world }: WorldHandle, call: Shown, lines: readonly string[], count: number): string {
  const { status } = call
  const { now, mode } = origin.clock
  const counts = rowCounts(world)
  // Nobody listens to the webhooks of the recorded world when the test runs.
  const isRecording = (counts['webhooks'] ?? 0) + (counts['batch_webhooks'] ?? 0) > 0
  const { webhooks } = origin.settings
  const settings = changedIn(isRecording ? { ...origin.settings, webhooks: { ...webhooks, mode: 'record' } } : origin.settings)
  const options = {
    ...(origin.scenario_inline ? { scenario_inline: origin.scenario_inline } : { scenario: origin.scenario }),
    seed: origin.seed,
    ...(mode === 'frozen' && now === readInstantMillis(NOW) ? {} : { now: isoMillis(now) }),
    ...(mode === 'frozen' ? {} : { clock: { mode: 'frozen' } }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
  const name = `${call.operation ?? `${call.method} ${call.path}`} is answered with ${status ?? 'nothing'}`
  const sent = sentBy(call)
  const body =
    status === null
      ? [`  await expect(${sent}).rejects.toThrow()`]
      : [`  const answer = await ${sent}`, `  expect(answer.status).toBe(${status})`]
  return [
    `import { expect, test } from 'maildouble/vitest'`,
    '',
    `test.override({ worldOptions: ${indentedLiteral(options)} })`,
    '',
    `test(${literal(name)}, async ({ world }) => {`,
    ...(lines.length === 0 ? [] : ['  // What led to the call.', ...lines, '']),
    ...body,
    `  ${writeVerifySnippet(call, '  ', count)}`,
    '})',
    '',
  ].join('\n')
}

/** The settings that differ from the defaults; of a group, only those. */
function changedIn(settings: object, defaults: object = DEFAULT_SETTINGS): object {
  const entries = Object.entries(settings).flatMap(([name, value]): [string, unknown][] => {
    const before: unknown = Reflect.get(defaults, name)
    if (JSON.stringify(value) === JSON.stringify(before)) return []
    return [[name, isObject(value) && isObject(before) ? changedIn(value, before) : value]]
  })
  return Object.fromEntries(entries)
}

function countEqual(call: Shown, all: readonly Shown[]): number {
  const wanted = JSON.stringify(makeRecordedMatch(call))
  return all.filter((each) => JSON.stringify(makeRecordedMatch(each)) === wanted).length
}

function writeCall(call: Shown | undefined): string {
  if (!call) return ''
  return call.status === null ? `await ${sentBy(call)}.catch(() => {})` : `await ${sentBy(call)}`
}

/** The expression that sends a call. What nothing reads is left out. */
function sentBy(call: Shown): string {
  const { method, ignored } = call
  const headers = Object.fromEntries(
    Object.entries(chosenHeaders(call)).filter(
      ([name, value]) => name !== 'content-type' || !value.startsWith('application/json'),
    ),
  )
  const text = ignored.includes('') ? '' : call.request.body
  const init = writeFetchInit(method, headers, text, '  ', readComparedBody(call))
  const address = makeCallAddress(call, ignored)
  const code = isKeyed(call)
    ? `world.fetch(${literal(pathBelow(address))}${init})`
    : `fetch(world.baseUrl + ${literal(address)}${init})`
  return withSecrets(code)
}

/** The client's names of the secrets for which the journal has placeholders. */
const SECRETS: Readonly<Record<string, string>> = {
  api_key: 'world.apiKey',
  client_id: 'world.oauth.client_id',
  client_secret: 'world.oauth.client_secret',
}

/** Replaces placeholders in the texts of code by the secrets of the world in the test. */
function withSecrets(code: string): string {
  return code.replaceAll(/\{\{(api_key|client_id|client_secret)\}\}/g, (_, name: string) => `' + ${SECRETS[name]} + '`)
}
