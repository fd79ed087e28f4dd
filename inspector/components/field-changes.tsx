import { decimalText } from '../amounts.ts'
import { formatDateTime } from '../format.ts'
import { FieldName } from './field-table.tsx'

export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

interface FieldChangesProps {
  readonly changes: readonly FieldChange[]
  /** The fields that hold amounts of money. */
  readonly amounts?: readonly string[]
}

/** Fields that changed, each with its value before and after. */
export function FieldChanges({ changes, amounts = [] }: FieldChangesProps) {
  return (
    <dl class="changes">
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>
            <FieldName name={field} />
          </dt>
          <dd>
            {isNothing(from) ? null : <del>{writeChangedValue(from, amounts.includes(field))}</del>}
            {isNothing(from) || isNothing(to) ? null : <span aria-hidden="true"> → </span>}
            {isNothing(to) ? null : <ins>{writeChangedValue(to, amounts.includes(field))}</ins>}
            {isNothing(to) && !isNothing(from) ? <span class="quiet-text"> removed</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function isNothing(value: unknown): boolean {
  return value === null || value === undefined
}

/** A text that is not broken at its spaces. */
function inOneLine(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}

function writeChangedValue(value: unknown, isAmount: boolean): string {
  if (typeof value === 'number' && isAmount) return decimalText(value)
  if (typeof value === 'string') return value === '' ? '""' : INSTANT.test(value) ? inOneLine(formatDateTime(value)) : value
  return JSON.stringify(value) ?? ''
}
