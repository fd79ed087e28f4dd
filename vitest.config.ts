import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Worlds share nothing, so files need no isolation from each other; starting one process is cheaper than many.
    isolate: false,
    pool: 'threads',
    // Half of the time is spent waiting for processes that tests start, so that no core is left over for the runner itself.
    maxWorkers: '100%',
    // A test that hangs fails; one that has to share its machine with others does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
