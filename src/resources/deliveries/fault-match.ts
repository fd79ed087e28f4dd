import type { DeliveryEvent, Post } from './delivery.ts'

/** Which deliveries a delivery fault is about: every member that is given must hold. */
export interface DeliveryMatch {
  readonly event?: DeliveryEvent | readonly DeliveryEvent[]
  /** A pattern in which `*` stands for any characters. */
  readonly url?: string
  readonly webhook_id?: string
  /** Webhooks that hear of batches belong to no list. */
  readonly list_id?: string
}

/** Whether a delivery is one that a fault is about. The GET by which a URL is asked whether it is there has to be named. */
export function isMatched(match: DeliveryMatch, { event, url, webhook_id, list_id = '' }: Post): boolean {
  return (
    (match.event === undefined ? event !== 'validation' : [match.event].flat().includes(event)) &&
    (match.url === undefined || fits(match.url, url)) &&
    (match.webhook_id === undefined || match.webhook_id === webhook_id) &&
    (match.list_id === undefined || match.list_id === list_id)
  )
}

/** Whether a text is as a pattern says; takes no longer for hostile ones, since each part is looked for only once. */
function fits(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return text === head
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - tail.length
}
