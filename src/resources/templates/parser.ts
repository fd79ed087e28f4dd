import type * as parse5 from 'parse5'
import { Later } from '../../world/errors.ts'

let loaded: typeof parse5 | undefined

/** The parser of HTML; throws a `Later` while it is being loaded, which it is when it is first needed. */
export function parser(): typeof parse5 {
  if (loaded) return loaded
  throw new Later(import('parse5').then((module) => (loaded = module)))
}
