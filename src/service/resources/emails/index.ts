import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: {},
  entities: [{ word: 'email', tables: ['emails'], ids: ['id'], parameters: [], name: 'subject' }],
  secrets: [],
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
