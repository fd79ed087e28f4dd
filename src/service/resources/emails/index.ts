import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: {},
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
