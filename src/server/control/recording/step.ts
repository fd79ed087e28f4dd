import type { Route } from '../../../kernel/contract/route.ts'
import type { ControlStep } from '../../log/step.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'

/** A validated call of the control API. */
export interface RecordableCall {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
  readonly search: string
  readonly body: unknown
}

const WORLD = '/worlds/{world}'

/** Whether calls of an operation change a world or its log and are repeated in a replay. */
export function isRecorded({ method, path, recorded }: Pick<Route, 'method' | 'path' | 'recorded'>): boolean {
  return method !== 'GET' && path.startsWith(`${WORLD}/`) && recorded === undefined
}

/** Runs a handler, and records the call if it belongs to the recording. */
export function recordStep(handle: WorldHandle, call: RecordableCall, run: () => unknown): unknown {
  const { recording } = handle.log
  const { route, path, search, body } = call
  // Each step has its instant, so a replay needs no call for an advance.
  if (route.recorded === 'advance') return recordAdvance(handle, JSON.stringify(body), run)
  const { method } = route
  if (method === 'GET' || !isRecorded(route)) return run()
  const step: Pick<ControlStep, 'method' | 'path' | 'search' | 'body'> = {
    method,
    path: route.path.slice(WORLD.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')),
    search,
    body: body === undefined ? '' : JSON.stringify(body),
  }
  return recording.record((moment) => ({ kind: 'control', ...moment, ...step, snapshot: undefined }), run)
}

async function recordAdvance(handle: WorldHandle, body: string, run: () => unknown): Promise<unknown> {
  const { epoch } = handle
  const answer = await run()
  if (handle.epoch === epoch)
    handle.log.recording.record(
      (moment) => ({ kind: 'advance', ...moment, body }),
      () => {},
    )
  return answer
}
