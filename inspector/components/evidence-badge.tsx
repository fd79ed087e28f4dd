import type { Schemas } from '../../src/kit/client/contract.ts'
import { formatDateTime } from '../format.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { Badge } from './badge.tsx'

/** Whether an assumption agrees with the service, as a comparison found. */
export function EvidenceBadge({ evidence }: { readonly evidence: Schemas['AssumptionEvidence'] }) {
  const { outcome, agreed, differed, at, source } = evidence
  const when = `on ${formatDateTime(at)} (${source})`
  if (outcome === 'agrees')
    return <Badge tone="good">{`agreed with the service ${when}, seen ${formatCount(agreed, 'time')}`}</Badge>
  if (outcome === 'differs')
    return <Badge tone="bad">{`differed from the service ${when}, ${formatCount(differed, 'time')}`}</Badge>
  return <Badge>{`not seen ${when}`}</Badge>
}
