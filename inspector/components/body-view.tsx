import { formatCount } from '../../src/kernel/support/words.ts'
import { parseJsonOrNone } from '../../src/kernel/support/json-fault.ts'
import { FieldTable } from './field-table.tsx'
import { JsonView, type Remarks } from './json-view.tsx'

interface BodyViewProps {
  readonly body: string
  /** Number of bytes that were cut off, and are not shown. */
  readonly cut?: number
  readonly type?: string | undefined
  readonly remarks?: Remarks
}

/** The body of a message: JSON folds, form fields are decoded, anything else stays text. */
export function BodyView({ body, cut = 0, type = '', remarks }: BodyViewProps) {
  if (body === '') return <p class="quiet-text">No body</p>
  const value = cut === 0 ? parseJsonOrNone(body) : undefined
  return (
    <div class="body">
      {value !== undefined ? (
        <JsonView value={value} {...(remarks ? { remarks } : {})} />
      ) : type.includes('x-www-form-urlencoded') && cut === 0 ? (
        <FieldTable fields={[...new URLSearchParams(body)]} />
      ) : (
        <pre>{body}</pre>
      )}
      {cut > 0 ? <p class="quiet-text">{formatCount(cut)} more bytes were not kept.</p> : null}
    </div>
  )
}

/** Headers, folded under a title such as `2 headers sent`. */
export function Headers({
  headers,
  title = '',
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly title?: string
}) {
  const fields = Object.entries(headers)
  if (fields.length === 0) return null
  return (
    <details class="headers">
      <summary>
        {formatCount(fields.length, 'header')} {title}
      </summary>
      <FieldTable fields={fields} />
    </details>
  )
}
