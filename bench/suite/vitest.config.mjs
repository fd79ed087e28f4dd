// Vitest's configuration of a run of the suite. The package is loaded as it is when it is installed.
import { resolve } from 'node:path'

const { BENCH_FILES = '', BENCH_WORKERS, BENCH_FLAGS } = process.env

export default {
  root: resolve(import.meta.dirname, '../..'),
  test: {
    dir: BENCH_FILES,
    include: ['**/*.test.mjs'],
    exclude: [],
    maxWorkers: Number(BENCH_WORKERS),
    execArgv: BENCH_FLAGS ? BENCH_FLAGS.split(' ') : [],
    server: { deps: { external: [/[\\/]dist[\\/]/] } },
  },
}
