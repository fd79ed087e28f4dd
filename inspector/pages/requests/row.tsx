import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { Link } from '../../components/link.tsx'
import { timeOf } from '../../format.ts'

type Entry = Schemas['Request']

/** A call in the list. */
export function RequestRow({ entry, isSelected }: { readonly entry: Entry; readonly isSelected: boolean }) {
  const { id, at, method, path, status, faults, via, violations } = entry
  const search = new URLSearchParams(entry.query).toString()
  return (
    <Link to={{ id }} class={isSelected ? 'row call on' : 'row call'} isCurrent={isSelected} isStep={!isSelected}>
      <span class="time">{timeOf(at)}</span>
      <span class="method">{method}</span>
      <span class="path" title={path}>
        {path.replace(/^\/3\.0(?=\/|$)/, '') || '/'}
        {search === '' ? null : <i>?{search}</i>}
      </span>
      <span class="tags">
        {via === 'batch' ? <Badge>batch</Badge> : null}
        {violations.length > 0 ? <Badge tone="warn">violation</Badge> : null}
        {faults.map((fault) => (
          <Badge key={fault.id} tone="violet">
            fault {fault.id}: {fault.effect}
          </Badge>
        ))}
      </span>
      <StatusBadge status={status} />
    </Link>
  )
}
