import type { Child } from 'hono/jsx/dom'
import { go } from '../address.ts'

interface SplitProps {
  readonly list: Child
  /** The details of the selected entry. Without details, the list takes the whole width of a narrow screen. */
  readonly detail?: Child
  /** Shown beside the list while nothing is selected. */
  readonly hint: Child
}

/** A list beside the details of its selected entry. On narrow screens one of the two is shown. */
export function Split({ list, detail, hint }: SplitProps) {
  return (
    <div class={detail ? 'split open' : 'split'}>
      <div class="side">{list}</div>
      <div class="detail" tabindex={-1}>
        {detail ? (
          <button class="back" onClick={() => go({ id: undefined, subscriptions: undefined, trigger: undefined })}>
            ← Back to the list
          </button>
        ) : null}
        {detail ?? (typeof hint === 'string' ? <p class="hint">{hint}</p> : hint)}
      </div>
    </div>
  )
}
