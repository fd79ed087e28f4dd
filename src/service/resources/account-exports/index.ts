import { onDemand } from '../../../kernel/world/on-demand.ts'
import type { Manifest } from '../../rules/manifest.ts'
import { type AccountExportRow, isPast } from '../../model/account-exports/export.ts'

const build = onDemand(() => import('./build.ts'))

export const manifest = {
  operations: async () => (await import('./operations.ts')).accountExportOperations,
  preparations: {},
  jobs: {
    'account-exports.begin': (tx, id) => build().beginExport(tx, id),
    'account-exports.write': (tx, id) => build().writeExport(tx, id),
  },
  modules: { jobs: { 'account-exports.begin': build, 'account-exports.write': build } },
  entities: [
    {
      word: 'account_export',
      tables: ['account_exports'],
      ids: ['id'],
      parameters: ['export_id'],
      name: 'id',
      hiddenBecause: (tx, row: AccountExportRow) =>
        isPast(tx, row) ? 'It was finished more than ninety days ago: the API no longer shows it.' : undefined,
    },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
