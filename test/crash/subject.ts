/** Scenarios of the tests, which a server under test must know. */
export const SCENARIO_DIR = 'test/crash/scenarios'

/** A server that can be killed and restarted at the same address. */
export interface Subject {
  readonly url: string
  /** Whether a kill breaks all calls. Of several processes the others continue. */
  readonly isOne: boolean
  /** Starts it. If it is to be killed after some milliseconds, does not wait until it listens. */
  readonly start: (dyingAfter?: number) => Promise<void>
  /** Ends it, or one of its processes, like a power cut. */
  readonly kill: () => Promise<void>
  /** Unexpected output since the last call. */
  readonly complaints: () => string[]
  readonly end: () => Promise<void>
}
