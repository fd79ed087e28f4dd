import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The tests run with both clients: those with the naive one pass if they fail with the symptom of their pain. */
const projectWith = (client: 'right' | 'naive') => ({
  resolve: { alias: { '#client': fileURLToPath(new URL(`src/${client}/index.ts`, import.meta.url)) } },
  test: {
    name: client,
    env: { CLIENT: client },
    include: ['test/**/*.test.ts'],
    // One server for the run; each test has its own account on it.
    globalSetup: ['maildouble/vitest/setup'],
    pool: 'threads' as const,
  },
})

export default defineConfig({ test: { projects: [projectWith('right'), projectWith('naive')] } })
