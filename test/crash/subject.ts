/** Scenarios of the tests, which a server under test has to know. */
export const SCENARIO_DIR = 'test/crash/scenarios'

/** A server that can be killed and started again, always at the same address. */
export interface Subject {
  readonly url: string
  /** Whether all calls break off when it is killed. Of several processes the others go on. */
  readonly isOne: boolean
  /** Starts it. If it is to die so many milliseconds later, nobody waits until it listens. */
  readonly start: (dyingAfter?: number) => Promise<void>
  /** Ends it, or one of its processes, as a power cut does. */
  readonly kill: () => Promise<void>
  /** What it said since the last time that it should not have to say. */
  readonly complaints: () => string[]
  readonly end: () => Promise<void>
}
