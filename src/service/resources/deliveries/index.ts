import type { Manifest } from '../../rules/manifest.ts'
import { releaseDelivery, retryDelivery } from '../../rules/deliveries/resend.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: { 'deliveries.retry': retryDelivery, 'deliveries.release': releaseDelivery },
  removeFor: { list: [], member: [] },
  reactions: {},
} satisfies Manifest
