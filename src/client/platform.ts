/**
 * `fetch` of newer Nodes waits for `setImmediate` before it uses a connection again, and takes the one that stands in `globalThis`. Where a
 * suite has put a fake in its place, all calls but the first would wait until somebody lets the fake time pass: those of the double, and
 * those of the application.
 */

/** A function of fake timers, which keep the real ones at their clock: what Vitest and Jest take theirs from does so. */
type Fake = typeof setImmediate & {
  readonly clock: { readonly _setImmediate: typeof setImmediate; readonly _clearImmediate: typeof clearImmediate }
}

const spared = new WeakSet<object>()

/** Lets `fetch` have the real `setImmediate` where there is a fake one, until the fake is taken away. All others have the fake. */
export function spareFetch(): void {
  const fake = (globalThis as Partial<typeof globalThis>).setImmediate
  if (fake === undefined || spared.has(fake) || !isFake(fake)) return
  const { _setImmediate: real, _clearImmediate: realClear } = fake.clock
  const fakeClear = globalThis.clearImmediate
  const ofFetch = new WeakSet<object>()
  const set = (callback: (...args: unknown[]) => void, ...args: unknown[]): NodeJS.Immediate => {
    if (!isAskedByFetch()) return fake(callback, ...args)
    const immediate = real(callback, ...args)
    ofFetch.add(immediate)
    return immediate
  }
  const clear = (immediate: NodeJS.Immediate | undefined): void =>
    (immediate !== undefined && ofFetch.has(immediate) ? realClear : fakeClear)(immediate)
  // What stands at the fakes tells how they are taken away.
  globalThis.setImmediate = Object.assign(set, fake)
  globalThis.clearImmediate = Object.assign(clear, fakeClear)
  spared.add(set)
}

function isFake(given: object): given is Fake {
  return 'clock' in given && typeof given.clock === 'object' && given.clock !== null && '_setImmediate' in given.clock
}

/** This function, the one that calls it, and who asks. */
const FRAMES = 3

/** Whether the one who asks for an immediate is `fetch`: of Node, or of the package that it comes from. */
function isAskedByFetch(): boolean {
  const frames = new Error('Who asks?').stack?.split('\n').slice(1, 1 + FRAMES) ?? []
  return frames.some((frame) => /node:internal\/deps\/undici\/|[\\/]node_modules[\\/]undici[\\/]/.test(frame))
}

/**
 * What the client needs of the platform, as it was when this file was loaded: suites put their own in its place, and what they do to
 * the application under test is not meant for its double. The only file of the client that says `fetch`, `process` or `setTimeout`, as
 * `spare-fetch.ts` alone says `setImmediate`.
 */

const ownFetch = fetch
const ownSetTimeout = setTimeout
const ownClearTimeout = clearTimeout

/** Calls over the network. */
export const realFetch = (input: string, init: RequestInit): Promise<Response> => {
  spareFetch()
  return ownFetch(input, init)
}

/** Resolves after some real time, or as soon as the signal says so. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
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

/** A variable of the environment; nothing where it is empty, and where there is no environment. */
export function variable(name: string): string | undefined {
  return (globalThis as Partial<typeof globalThis>).process?.env[name] || undefined
}
