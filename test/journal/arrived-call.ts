import type { ArrivedCall, ReadParts } from '../../src/server/log/log.ts'

/** A call as the log gets it, by default `GET /3.0/ping` without headers. */
export function arrivedCall(given: Partial<ArrivedCall> = {}): ArrivedCall {
  const call = { id: 'id', request: 0, method: 'GET', path: '/3.0/ping', prefixed: true, search: '', headers: {} }
  return { ...call, key: 'own', chosenBy: 'path', ...given }
}

/** The parts of a call that no operation matched. */
export const NO_PARTS: ReadParts = { contract: 'service', route: undefined, query: new Map(), body: undefined }
