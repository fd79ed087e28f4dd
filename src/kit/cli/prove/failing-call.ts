import { routes } from '../../../kernel/contract/service.ts'
import { findRoute } from '../../../service/vocabulary/words.ts'
import type { Schemas } from '../../client/contract.ts'
import { makeRequestId, requestIdStream } from '../../../server/log/request-numbers.ts'

type Bundle = Schemas['Bundle']

/** A call of a bundle. */
export type BundleCall = Extract<Bundle['steps'][number], { readonly step: 'request' }>

/** The last call of a run that was refused, or had no answer because of a fault. */
export function findFailingCall({ steps }: Bundle): BundleCall | undefined {
  return steps.findLast((step): step is BundleCall => {
    const status = step.step === 'request' ? step.answer?.status : 0
    return status === null || (status !== undefined && status >= 400)
  })
}

/**
 * A call of a run by its id in the journal (the `X-Request-Id` of its answer), or by its number: 1 is the first call that arrived. Operations of
 * batches are not counted.
 *
 * @throws Error if there is no such call.
 */
export function findNamedCall({ steps, world }: Bundle, name: string): BundleCall {
  const calls = steps
    .filter((step): step is BundleCall => step.step === 'request')
    .toSorted((one, other) => one.number - other.number)
  const ids = requestIdStream(world)
  const found = /^\d+$/.test(name)
    ? calls[Number(name) - 1]
    : calls.find(({ number }) => makeRequestId(ids, number) === name.toLowerCase())
  if (found) return found
  throw new Error(
    `--call: There is no call ${name.slice(0, 100)} in the run. Its calls have the numbers 1 to ${calls.length}, and the ids that the journal shows.`,
  )
}

/** A bundle that ends just before one of its calls. */
export function bundleBefore(bundle: Bundle, call: BundleCall): Bundle {
  const { at, jobs, number } = call
  return { ...bundle, steps: bundle.steps.slice(0, bundle.steps.indexOf(call)), ends: { at, jobs, requests: number } }
}

/** A call that a command made. */
export type MadeCall = Pick<Schemas['Request'], 'method' | 'path' | 'operation' | 'status' | 'request'>

/** How a command repeated a call of the run. */
interface Repetition {
  /** The last call like it; an accepted one if one counts. `undefined` if no call was like it. */
  readonly call: MadeCall | undefined
  readonly isAccepted: boolean
}

/**
 * Finds the call with which a command repeats one of the run: the same operation, or another write of the same thing, such as PUT of a member in
 * place of POST. If the very same call was refused again, only another operation after it counts: a command may repeat many calls of one operation.
 */
export function findRepetition(failed: BundleCall, made: readonly MadeCall[]): Repetition {
  const own = findRoute(failed.path.replace(/^\/3\.0(?=\/|$)/, '') || '/')?.item[failed.method]
  const like = made.filter((each) => {
    const route = routes.find(({ id }) => id === each.operation)
    if (!own || !route) return each.method === failed.method && each.path === failed.path
    return route.id === own.id || (WRITES.has(route.method) && WRITES.has(own.method) && isSameThing(route.path, own.path))
  })
  const again = like.findLastIndex((each) => isSameCall(failed, each))
  const isRefusedAgain = again !== -1 && !isAccepted(like[again])
  const counting = isRefusedAgain ? like.slice(again).filter(({ operation }) => operation !== like[again]?.operation) : like
  const accepted = counting.findLast(isAccepted)
  return { call: accepted ?? (isRefusedAgain ? like[again] : like.at(-1)), isAccepted: accepted !== undefined }
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Whether two paths of the contract are the same, or one is that of an item of the other. */
function isSameThing(one: string, other: string): boolean {
  const withoutItem = (path: string): string => path.replace(/\/\{\w+\}$/, '')
  return one === other || withoutItem(one) === other || one === withoutItem(other)
}

function isSameCall({ method, path, body = '' }: BundleCall, made: MadeCall): boolean {
  const { body: sent, cut } = made.request
  return made.method === method && made.path === path && (cut === 0 ? sent === body : body.startsWith(sent))
}

export function isAccepted(call: { readonly status?: number | null } | undefined): boolean {
  const status = call?.status ?? 0
  return status >= 200 && status < 300
}
