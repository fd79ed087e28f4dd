import { formatCount } from '../../src/kernel/support/words.ts'
import { jsonOf } from '../format.ts'
import { FormFields } from './form-fields.tsx'
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
  const value = cut === 0 ? jsonOf(body) : undefined
  return (
    <div class="body">
      {value !== undefined ? (
        <JsonView value={value} {...(remarks ? { remarks } : {})} />
      ) : type.includes('x-www-form-urlencoded') && cut === 0 ? (
        <FormFields body={body} />
      ) : (
        <pre>{body}</pre>
      )}
      {cut > 0 ? <p class="quiet-text">{formatCount(cut)} more bytes were not kept.</p> : null}
    </div>
  )
}
