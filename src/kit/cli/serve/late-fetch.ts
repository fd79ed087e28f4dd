import { runInThisContext } from 'node:vm'

/** Globals of Node that load the whole of `fetch` on first access. */
const NAMES = ['Request', 'Response', 'Headers'] as const

type Name = (typeof NAMES)[number]

type Class = new (...given: never[]) => object

/**
 * Delays loading `fetch` until one of its objects is created. The HTTP library names the classes before it listens, but answers
 * calls with lighter objects of its own, and loading `fetch` takes up to a third of the startup. All code of the process sees
 * stand-ins instead of the classes, so the process must be ours and the library not yet imported. Call it once. Without it and its part of
 * `build/startup.mjs`, a start takes 1.14 times the CPU time with Node 24, 1.16 with Node 22 and 1.10 with Node 20 (medians of the ratios of 15
 * starts in turns, 2026-11-23).
 */
export function loadFetchLate(): void {
  // Variables of a script hide globals of the same name, which stay properties of `globalThis`. To replace these properties would load
  // the classes.
  const declare: (classes: Readonly<Record<Name, Class>>) => void = runInThisContext(
    `let ${NAMES.join(', ')}; (classes) => void ({ ${NAMES.join(', ')} } = classes)`,
  )
  declare({
    Request: standInFor('Request', () => globalThis.Request),
    Response: standInFor('Response', () => globalThis.Response),
    Headers: standInFor('Headers', () => globalThis.Headers),
  })
}

/** A class that behaves like the real one, which is loaded when needed. */
function standInFor(name: Name, load: () => Class): Class {
  let loaded: Class | undefined
  const real = (): Class => {
    if (loaded) return loaded
    loaded = load()
    // Subclasses of the stand-in inherit the real members from now on.
    Object.setPrototypeOf(StandIn, loaded)
    Object.setPrototypeOf(StandIn.prototype, loaded.prototype)
    return loaded
  }
  class StandIn {
    constructor(...given: unknown[]) {
      return Reflect.construct(real(), given, new.target === StandIn ? real() : new.target)
    }

    static [Symbol.hasInstance](value: unknown): boolean {
      if (isPlain(value)) return false
      return isInstance(this, value) || (this === StandIn && isInstance(real(), value))
    }
  }
  Object.defineProperty(StandIn, 'name', { value: name })
  return StandIn
}

/** Whether a value is a plain object or primitive, which is known without loading a class. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Object.prototype
}

/** The default behaviour of `instanceof`. */
function isInstance(each: Class, value: unknown): boolean {
  return Function.prototype[Symbol.hasInstance].call(each, value)
}
