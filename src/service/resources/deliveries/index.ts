import type { Manifest } from '../../rules/manifest.ts'
import { releaseDelivery, retryDelivery } from '../../rules/deliveries/resend.ts'

export const manifest = {
  operations: undefined,
  preparations: {},
  jobs: { 'deliveries.retry': retryDelivery, 'deliveries.release': releaseDelivery },
  reactions: {},
} satisfies Manifest
