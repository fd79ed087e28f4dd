import type { Child } from 'hono/jsx/dom'
import type { Schemas } from '../../src/kit/client/contract.ts'
import type { Tone } from '../tone.ts'

interface BadgeProps {
  readonly tone?: Tone
  readonly title?: string
  readonly children?: Child
}

/** A short word on a coloured ground. */
export function Badge({ tone = 'plain', title, children }: BadgeProps) {
  return (
    <span class={`badge ${tone}`} title={title}>
      {children}
    </span>
  )
}

/** The tone of an HTTP status: `null` means that there was no answer. */
export function toneOfStatus(status: number | null): Tone {
  if (status === null || status >= 500 || status === 429) return 'bad'
  return status >= 400 ? 'warn' : 'good'
}

/** An HTTP status; a dash if there was no answer. */
export function StatusBadge({ status, words }: { readonly status: number | null; readonly words?: string }) {
  return (
    <span class={`badge status ${toneOfStatus(status)}`} title={status === null ? (words ?? 'Not answered') : undefined}>
      {status ?? '–'}
    </span>
  )
}

export const DELIVERY_TONES: { readonly [Status in Schemas['Delivery']['status']]: Tone } = {
  pending: 'plain',
  delivered: 'good',
  failed: 'bad',
  retrying: 'warn',
  blocked: 'bad',
  recorded: 'plain',
}

export function toneOfDelivery(status: string): Tone {
  return Object.entries(DELIVERY_TONES).find(([name]) => name === status)?.[1] ?? 'plain'
}
