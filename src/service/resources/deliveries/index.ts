import type { Manifest } from '../../rules/manifest.ts'
import { releaseDelivery, retryDelivery } from '../../rules/deliveries/resend.ts'

export const manifest = {
  operations: undefined,
  jobs: { 'deliveries.retry': retryDelivery, 'deliveries.release': releaseDelivery },
} satisfies Manifest
