import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Manifest } from '../../rules/manifest.ts'

const build = onDemand(() => import('./build.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).accountExportOperations,
  jobs: {
    'account-exports.begin': (tx, id) => build().beginExport(tx, id),
    'account-exports.write': (tx, id) => build().writeExport(tx, id),
  },
  modules: { jobs: { 'account-exports.begin': build, 'account-exports.write': build } },
} satisfies Manifest
