import { NeedsLoad } from './errors.ts'

/**
 * A module that is loaded when a transaction first needs it: until then, asking for it throws a `Later`.
 *
 * @example
 * const parser = late(() => import('parse5'))
 * const tree = parser().parse(html)
 */
export function lazy<Module extends object>(load: () => Promise<Module>): () => Module {
  let loaded: Module | undefined
  return () => {
    if (loaded) return loaded
    throw new NeedsLoad(load().then((module) => (loaded = module)))
  }
}
