import { NeedsLoad } from './errors.ts'

/**
 * A module that is loaded when a transaction first needs it. Until it is loaded, the getter throws `NeedsLoad`.
 *
 * @example
 * const parser = lazy(() => import('parse5'))
 * const tree = parser().parse(html)
 */
export function lazy<Module extends object>(load: () => Promise<Module>): () => Module {
  let loaded: Module | undefined
  return () => {
    if (loaded) return loaded
    throw new NeedsLoad(load().then((module) => (loaded = module)))
  }
}
