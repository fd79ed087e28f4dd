import type { Route } from '../../kernel/contract/route.ts'

/** The path of a world in the control API. */
export const WORLD = '/worlds/{world}'

/** Whether calls of an operation change a world or its log and are repeated in a replay. */
export function isRecorded({ method, path, recorded }: Pick<Route, 'method' | 'path' | 'recorded'>): boolean {
  return method !== 'GET' && path.startsWith(`${WORLD}/`) && recorded === undefined
}
