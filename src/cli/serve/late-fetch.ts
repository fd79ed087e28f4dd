/** Classes that Node has only together with the whole of `fetch`, which it loads when one of them is first named. */
const NAMES = ['Request', 'Response', 'Headers'] as const

type Class = new (...given: never[]) => object

/**
 * Lets the platform load `fetch` when something of it is first made, not when its classes are first named, as the HTTP library does
 * before it listens: calls that are answered by the lighter objects of that library never need it, and loading it takes nearly a
 * tenth of a start. The classes of this process are stand-ins from then on, so it has to be ours, and that library not loaded yet.
 * From Node 22 on the classes are loaded when anybody so much as asks for their property, and stay what they are.
 */
export function loadFetchLate(): void {
  for (const name of NAMES) {
    const { get, set } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
    // Where it is a value, it has been loaded.
    if (!get || !set) continue
    const load = (): Class => {
      const current = Object.getOwnPropertyDescriptor(globalThis, name)
      const found: Class = get.call(globalThis)
      // Node puts what it has loaded in the place of whatever stands there.
      if (current) Object.defineProperty(globalThis, name, current)
      return found
    }
    Object.defineProperty(globalThis, name, { value: standInFor(name, load), writable: true, configurable: true })
  }
}

/** A class of which everything is made and recognized as it is of the one that is loaded, once that is needed. */
function standInFor(name: string, load: () => Class): Class {
  let loaded: Class | undefined
  const real = (): Class => {
    if (loaded) return loaded
    loaded = load()
    // What extends the stand-in has the members of the real one from now on.
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

/** Whether a value is of no class, so that nothing need be loaded to know that it is of none of these. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Object.prototype
}

/** What `instanceof` says where a class does not say it itself. */
function isOf(each: Class, value: unknown): boolean {
  return Function.prototype[Symbol.hasInstance].call(each, value)
}
