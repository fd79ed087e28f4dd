import { lazy } from '../../../kernel/world/lazy.ts'
import type { Manifest } from '../../rules/manifest.ts'

const build = lazy(() => import('./build.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).accountExportOperations,
  preparations: {},
  jobs: {
    'account-exports.begin': (tx, id) => build().beginExport(tx, id),
    'account-exports.write': (tx, id) => build().writeExport(tx, id),
  },
  reactions: {},
} satisfies Manifest
