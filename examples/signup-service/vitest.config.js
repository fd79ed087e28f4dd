import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.js'],
    // One server for the run; each test has an account of its own there. Without this line each worker starts one.
    globalSetup: ['maildouble/vitest/setup'],
    pool: 'threads',
    maxWorkers: '100%',
  },
})
