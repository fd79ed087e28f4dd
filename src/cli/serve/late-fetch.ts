/** Globals of Node that load the whole of `fetch` on first access. */
const NAMES = ['Request', 'Response', 'Headers'] as const

type Class = new (...given: never[]) => object

/**
 * Delays loading `fetch` until one of its objects is created. The HTTP library names the classes before it listens, but answers
 * calls with lighter objects of its own, and loading `fetch` takes nearly a tenth of the startup. The classes are replaced by
 * stand-ins, so the process must be ours and the library not yet imported. From Node 22 on the classes are loaded by any access to
 * their property and are left alone.
 */
export function loadFetchLate(): void {
  for (const name of NAMES) {
    const { get, set } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
    // A plain value has already been loaded.
    if (!get || !set) continue
    const load = (): Class => {
      const current = Object.getOwnPropertyDescriptor(globalThis, name)
      const found: Class = get.call(globalThis)
      // Node replaces the property by what it has loaded.
      if (current) Object.defineProperty(globalThis, name, current)
      return found
    }
    Object.defineProperty(globalThis, name, { value: standInFor(name, load), writable: true, configurable: true })
  }
}

/** A class that behaves like the real one, which is loaded when needed. */
function standInFor(name: string, load: () => Class): Class {
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
      return isOf(this, value) || (this === StandIn && isOf(real(), value))
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
function isOf(each: Class, value: unknown): boolean {
  return Function.prototype[Symbol.hasInstance].call(each, value)
}
