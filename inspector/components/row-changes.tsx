import { Badge } from './badge.tsx'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { useTableWords } from '../table-words.ts'
import { FieldChanges } from './field-changes.tsx'
import { Link } from './link.tsx'

interface RowChangesProps {
  readonly table: string
  readonly kind: 'added' | 'changed' | 'removed'
  readonly rows: readonly Schemas['RowDiff'][]
}

/** Rows that differ between two states, each with its fields. */
export function RowChanges({ table, kind, rows }: RowChangesProps) {
  const { title } = useTableWords()(table)
  return (
    <>
      {rows.map(({ id, name = id, fields }) => (
        <div key={id} class="change">
          <p>
            <Badge tone={TONES[kind]}>{kind}</Badge> <span title={table}>{title}</span>{' '}
            {kind === 'removed' ? (
              <b title={id}>{name}</b>
            ) : (
              <Link to={{ page: 'state', table, id, compare: undefined, from: undefined, to: undefined }} title={id}>
                {name}
              </Link>
            )}
          </p>
          <FieldChanges
            changes={fields.map(({ pointer, from, to }) => ({ field: pointer.slice(1).replaceAll('/', '.'), from, to }))}
          />
        </div>
      ))}
    </>
  )
}

const TONES = { added: 'good', changed: 'accent', removed: 'bad' } as const
