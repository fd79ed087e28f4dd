import { Defect } from './errors.ts'

/** A module that is loaded before the transactions that need it, since a transaction cannot wait. */
export interface OnDemand<Module extends object = object> {
  /** Returns the module, which must have been loaded. */
  (): Module
  /** Returns `undefined` if the module is loaded, so that `a.load() ?? b.load()` is what is still missing. */
  readonly load: () => Promise<unknown> | undefined
}

/**
 * Declares a module that most worlds do not need. With all of them loaded, a start takes 1.4 times the CPU time and 10 MB more (Node 20, 2026-11-30).
 *
 * @example
 * const parser = onDemand(() => import('parse5'))
 * await parser.load()
 * const tree = parser().parse(html)
 */
export function onDemand<Module extends object>(load: () => Promise<Module>): OnDemand<Module> {
  let loaded: Module | undefined
  const module = (): Module => {
    if (loaded) return loaded
    throw new Defect(`A transaction needs a module that has not been loaded: ${load}`)
  }
  return Object.assign(module, {
    load: () => (loaded ? undefined : load().then((found) => void (loaded = found))),
  })
}

/** Loads modules. Returns `undefined` if all of them are loaded. */
export function loadAll(modules: readonly OnDemand[]): Promise<unknown> | undefined {
  const loading = modules.flatMap((module) => module.load() ?? [])
  return loading.length === 0 ? undefined : Promise.all(loading)
}

/** Waits until nothing is missing: `load` returns a promise while something is. */
export async function untilLoaded(load: () => Promise<unknown> | undefined): Promise<void> {
  for (let loading = load(); loading; loading = load()) await loading
}
