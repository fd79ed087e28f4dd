import { defineConfig } from 'vitest/config'
import { DEADLINE_MS, TEST_TIMEOUT_MS } from './test/deadline.ts'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    // `npm test` leaves out `*.system.test.ts` (tests that start processes, browsers or stores, or follow the docs) and `*.thorough.test.ts`
    // (sweeps and walks that take long, of parts that an ordinary change does not touch). `npm run test:all` runs all.
    include: ['test/**/*.test.ts'],
    // Worlds share nothing, so test files need no isolation from each other; one process starts faster than many.
    isolate: false,
    setupFiles: ['test/freeze-rows.ts'],
    pool: 'threads',
    // System tests spend half of their time waiting for the processes they start, so no core is left over for the runner.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Fails a test that hangs. A test that only shares its machine with others never takes this long.
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    teardownTimeout: TEST_TIMEOUT_MS,
    // Generated checks are plain JavaScript of four megabytes: Node loads them as they are.
    server: { deps: { external: [/\/generated\/.*validators.*\.js$/] } },
    expect: { poll: { timeout: DEADLINE_MS } },
  },
})
