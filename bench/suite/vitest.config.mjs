// Vitest's configuration of a run of the suite. The package is loaded as it is when it is installed.
import { join, resolve } from 'node:path'

const { BENCH_SUBJECT = '', BENCH_FILES = '', BENCH_WORKERS } = process.env
const WITH_SERVER = ['server', 'json-server']

export default {
  root: resolve(import.meta.dirname, '../..'),
  test: {
    dir: BENCH_FILES,
    include: ['**/*.test.mjs'],
    exclude: [],
    globalSetup: WITH_SERVER.includes(BENCH_SUBJECT) ? [join(import.meta.dirname, 'server-of-run.mjs')] : [],
    maxWorkers: Number(BENCH_WORKERS),
    server: { deps: { external: [/[\\/]dist[\\/]/] } },
  },
}
