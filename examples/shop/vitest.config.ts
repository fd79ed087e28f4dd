import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // One server for the run; each test has its own account on it.
    globalSetup: ['maildouble/vitest/setup'],
    pool: 'threads',
  },
})
