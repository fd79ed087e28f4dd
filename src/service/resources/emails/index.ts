import type { Manifest } from '../../rules/manifest.ts'

export const manifest = {
  operations: undefined,
} satisfies Manifest
