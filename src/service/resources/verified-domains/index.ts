import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: async () => (await import('./operations.ts')).verifiedDomainOperations,
  preparations: {},
  jobs: {},
  entities: [
    { word: 'verified_domain', tables: ['verified_domains'], ids: ['domain'], parameters: ['domain_name'], name: 'domain' },
  ],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
