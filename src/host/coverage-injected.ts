import { findRoute, pathOf } from '../calls/find.ts'
import type { Route } from '../contract/route.ts'
import { errors as catalogue } from '../contract/service.ts'
import type { Entry } from './entry.ts'

/** The operation that a call was for whose answer was asked for before anybody looked for one. */
export function meantRoute({ path, method }: Entry): Route | undefined {
  if (!path.startsWith(VERSION)) return undefined
  try {
    return findRoute(pathOf(path.slice(VERSION.length)))?.item[method === 'HEAD' ? 'GET' : method]
  } catch {
    return undefined
  }
}

const VERSION = '/3.0'

/** The word of the error catalogue that an answer stands for which is not the service's own. */
export function injectedError({ status, response }: Entry): string | undefined {
  if (!response || !response.body.startsWith('{')) return undefined
  try {
    const problem: unknown = JSON.parse(response.body)
    const title = typeof problem === 'object' && problem !== null && 'title' in problem ? problem.title : undefined
    return Object.entries(catalogue).find(([, known]) => known.status === status && known.title === title)?.[0]
  } catch {
    return undefined
  }
}
