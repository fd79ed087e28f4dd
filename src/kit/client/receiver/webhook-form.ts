import type { Schemas } from '../contract.ts'
import { REFERENCE_WORDS, type ReceiverWords } from './words.ts'

/** The events of webhooks. */
export type WebhookEventName = Schemas['WebhookPayload']['type']

/**
 * The payload of an event: of a delivery, and of a webhook that a receiver decoded from the form that the service sends. It has the words of
 * the reference, whatever the vocabulary of the world.
 */
export type WebhookPayload<Event extends WebhookEventName = WebhookEventName> = PayloadsByEvent[Event]

type PayloadsByEvent = { readonly [Payload in Schemas['WebhookPayload'] as Payload['type']]: Payload }

type Decoded = string | readonly Decoded[] | { readonly [name: string]: Decoded }
type Nested = Map<string, Nested | string>

/** A name in a form: `data[merges][FNAME]`. */
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/** Decodes a form with nested names. Numbered names become a list. */
function decodeForm(body: string): { readonly [name: string]: Decoded } {
  const form: Nested = new Map()
  for (const [name, value] of new URLSearchParams(body)) {
    const [, first = name, rest = ''] = NAME.exec(name) ?? []
    const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part)]
    const last = path.pop() ?? name
    let place = form
    for (const part of path) {
      const found = place.get(part)
      const next: Nested = typeof found === 'object' ? found : new Map()
      place.set(part, next)
      place = next
    }
    place.set(last, value)
  }
  return decodeObject(form)
}

function decodeObject(nested: Nested): { readonly [name: string]: Decoded } {
  return Object.fromEntries([...nested].map(([name, value]) => [name, decoded(value)]))
}

function decoded(value: Nested | string): Decoded {
  if (typeof value === 'string') return value
  const isList = value.size > 0 && [...value.keys()].every((name, at) => name === String(at))
  return isList ? [...value.values()].map(decoded) : decodeObject(value)
}

/** The payload in the body of a webhook, in the words of the reference. Returns `undefined` if it is no form with a `type`. */
export function payloadIn(body: string, words: Pick<ReceiverWords, 'payload'> = REFERENCE_WORDS): WebhookPayload | undefined {
  const payload = words.payload(decodeForm(body))
  const { type, fired_at, data } = payload as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || typeof fired_at !== 'string') return undefined
  // The contract says what a form of this type contains; `event.emit` may send anything.
  return { type, fired_at, data } as WebhookPayload
}
