import type { Route } from '../../contract/route.ts'
import type { ControlStep } from '../../recording/step.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'

/** A call of the control API whose parts have been checked. */
export interface CheckedCall {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly search: string
  readonly body: unknown
}

const WORLD = '/worlds/{world}'

/**
 * What is no step of the world: another world begins, all steps are forgotten, or something is only looked for. How far time
 * has come stands with each step, so that nothing has to be done for an advance.
 */
const OTHERS = new Set(['forkWorld', 'resetWorld', 'verifyRequests', 'advanceClock'])

/** Whether calls of an operation change a world, or what stands beside it, and are to be made once more in a replay. */
export function isStep({ id, method, path }: Pick<Route, 'id' | 'method' | 'path'>): boolean {
  return method !== 'GET' && path.startsWith(`${WORLD}/`) && !OTHERS.has(id)
}

/** Runs the handler of a call, and notes the call among the steps of its world if it is one. */
export function asStep(handle: WorldHandle, call: CheckedCall, run: () => unknown): unknown {
  const { steps } = handle.log
  const { route, path, search, body } = call
  if (route.id === 'advanceClock') return advanced(handle, JSON.stringify(body), run)
  const { method } = route
  if (method === 'GET' || !isStep(route)) return run()
  const step: Pick<ControlStep, 'method' | 'path' | 'search' | 'body'> = {
    method,
    path: route.path.slice(WORLD.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
    search,
    body: body === undefined ? '' : JSON.stringify(body),
  }
  return steps.act((moment) => ({ kind: 'control', ...moment, ...step, snapshot: undefined }), run)
}

async function advanced(handle: WorldHandle, body: string, run: () => unknown): Promise<unknown> {
  const { epoch } = handle
  const answer = await run()
  if (handle.epoch === epoch)
    handle.log.steps.act(
      (moment) => ({ kind: 'advance', ...moment, body }),
      () => {},
    )
  return answer
}
