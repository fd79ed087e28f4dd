import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: {},
  reactions: {},
} satisfies Manifest
