import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => ({
    ...(await import('./operations.ts')).reportOperations,
    ...(await import('./sub-reports.ts')).subReportOperations,
  }),
} satisfies Manifest
