/**
 * `fetch` of newer Nodes waits for `setImmediate` before it reuses a connection, and takes the one in `globalThis`. With fake
 * timers, all calls but the first would hang until the fake time is advanced: calls of the double and of the application alike.
 */

/** A function of fake timers that keeps the real ones at its clock, as the library behind Vitest and Jest does. */
type Fake = typeof setImmediate & {
  readonly clock: { readonly _setImmediate: typeof setImmediate; readonly _clearImmediate: typeof clearImmediate }
}

const bypassed = new WeakSet<object>()

/** Gives `fetch` the real `setImmediate` while fake timers are installed. All other callers get the fake. */
export function bypassFakeTimers(): void {
  const fake = (globalThis as Partial<typeof globalThis>).setImmediate
  if (fake === undefined || bypassed.has(fake) || !isFake(fake)) return
  const { _setImmediate: real, _clearImmediate: realClear } = fake.clock
  const fakeClear = globalThis.clearImmediate
  const ofFetch = new WeakSet<object>()
  const set = (callback: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
    if (!isCalledByFetch()) return fake(callback, ...args)
    const immediate = real(callback, ...args)
    ofFetch.add(immediate)
    return immediate
  }
  const clear = (immediate: NodeJS.Immediate | undefined): void =>
    (immediate !== undefined && ofFetch.has(immediate) ? realClear : fakeClear)(immediate)
  // The fake's properties are needed to uninstall it.
  globalThis.setImmediate = Object.assign(set, fake)
  globalThis.clearImmediate = Object.assign(clear, fakeClear)
  bypassed.add(set)
}

function isFake(given: object): given is Fake {
  return 'clock' in given && typeof given.clock === 'object' && given.clock !== null && '_setImmediate' in given.clock
}

/** This function, its caller, and the caller of `setImmediate`. */
const FRAMES = 3

/** Whether `fetch`, of Node or of the undici package, called `setImmediate`. */
function isCalledByFetch(): boolean {
  const frames = new Error('stack').stack?.split('\n').slice(1, 1 + FRAMES) ?? []
  return frames.some((frame) => /node:internal\/deps\/undici\/|[\\/]node_modules[\\/]undici[\\/]/.test(frame))
}

/**
 * Platform functions as they were when this file was loaded. Test suites may replace them, which is meant for the application under
 * test and not for its double. This is the only file of the client that uses `fetch`, `process`, `setTimeout` and `setImmediate`.
 */

const ownFetch = fetch
const ownSetTimeout = setTimeout
const ownClearTimeout = clearTimeout

/** The real `fetch`. */
export const realFetch = (input: string, init: RequestInit): Promise<Response> => {
  bypassFakeTimers()
  return ownFetch(input, init)
}

/** Resolves after some real time, or when the signal aborts. */
export function abortablePause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      ownClearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = ownSetTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** An environment variable. Returns `undefined` if it is empty or there is no environment. */
export function platformVariable(name: string): string | undefined {
  return (globalThis as Partial<typeof globalThis>).process?.env[name] || undefined
}
