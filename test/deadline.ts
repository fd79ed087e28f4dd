/**
 * How long a test waits for something that has to happen: for the event itself, never for an amount of time. Far longer than it takes on
 * the slowest machine, so that only what never happens fails.
 */
export const DEADLINE_MS = 120_000

/** How long a test or a hook may take. It waits for several things, one after the other. */
export const TEST_TIMEOUT_MS = 5 * DEADLINE_MS
