/**
 * Longest time a test waits for an event that has to happen; it waits for the event itself, never for an amount of time. Far longer
 * than
 * needed on the slowest machine, so that only an event that never happens fails.
 */
export const DEADLINE_MS = 120_000

/** Longest time a test or a hook may take. It waits for several events, one after the other. */
export const TEST_TIMEOUT_MS = 5 * DEADLINE_MS
