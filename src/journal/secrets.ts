import { batchWebhooks } from '../resources/batch-webhooks/batch-webhook.ts'
import { confirmations } from '../resources/members/confirmation.ts'
import { type ClientRow, clients } from '../resources/oauth/client.ts'
import { codes } from '../resources/oauth/code.ts'
import { tokens } from '../resources/oauth/token.ts'
import { webhooks } from '../resources/webhooks/webhook.ts'
import { hmac } from '../support/digest.ts'
import { hexRuns } from '../support/hex-runs.ts'
import { peek } from '../world/tx.ts'
import type { World } from '../world/world.ts'

/** A secret that a world has had from its start, in one of the ways in which it is written. */
export interface Word {
  /** What a text has in it if it has the secret in it. */
  readonly word: string
  /** A part of the word, or all of it, that other words may have in them as well: it is looked for once for all of them. */
  readonly sign: string
  /** What is replaced. */
  readonly pattern: string | RegExp
  readonly placeholder: string
}

/** A secret of so many characters does not stand in a text by chance. */
const UNMISTAKABLE = 12

/** The secrets that a world and the applications in it have had from their start. */
export function secretWords(world: World): readonly Word[] {
  const { api_key, client_secret } = world.credentials
  const stem = api_key.slice(0, api_key.lastIndexOf('-'))
  // Who has all of a key but its datacenter has the key.
  const stems = stem.length < UNMISTAKABLE ? [] : written(stem, '{{api_key_stem}}')
  return [
    ...written(api_key, '{{api_key}}').map((key) => ({
      ...key,
      sign: stems.find(({ word }) => key.word.includes(word))?.word ?? key.word,
    })),
    ...stems,
    ...written(client_secret, '{{client_secret}}'),
    ...registeredClients(world).flatMap((client, i) => written(client.client_secret, `{{client_secret:${i + 1}}}`)),
  ]
}

/** The ids of applications: no secrets, but another world has others. */
export function idWords(world: World): readonly Word[] {
  return [
    ...written(world.credentials.client_id, '{{client_id}}'),
    ...registeredClients(world).flatMap(({ client_id }, i) => written(client_id, `{{client_id:${i + 1}}}`)),
  ]
}

/** Words, followed by those of before that are not among them. */
function withFormer(words: readonly Word[], former: readonly Word[]): readonly Word[] {
  const known = new Set(words.map(({ word }) => word))
  return [...words, ...former.filter(({ word }) => !known.has(word))]
}

/** A text with placeholders in the place of words. */
export function hideWords(text: string, words: readonly Word[]): string {
  let clean = text
  let missing = ''
  for (const { word, sign, pattern, placeholder } of words) {
    if (sign === missing) continue
    if (!clean.includes(sign)) missing = sign
    else if (sign === word || clean.includes(word)) clean = clean.replaceAll(pattern, placeholder)
  }
  return clean
}

function registeredClients(world: World): ClientRow[] {
  return peek(world, (tx) => tx.range(clients.key).all()).toSorted((a, b) => a.seq - b.seq)
}

/** A secret as it stands in a text, in an address, in a form and in JSON. */
function written(secret: string, placeholder: string): Word[] {
  if (secret === '') return []
  const form = new URLSearchParams({ secret }).toString().slice('secret='.length)
  const ways = [secret, encodeURIComponent(secret), form, JSON.stringify(secret).slice(1, -1)]
  return [...new Set(ways)].map((word) => ({ word, sign: word, pattern: patternOf(word), placeholder }))
}

/** A short secret that somebody has chosen may be part of any word: it counts only where it stands alone. */
function patternOf(word: string): string | RegExp {
  if (word.length >= UNMISTAKABLE) return word
  return new RegExp(`(?<![A-Za-z0-9_])${word.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)}(?![A-Za-z0-9_])`, 'g')
}

/** Secrets that a world makes as it goes: what they are called in placeholders, the counter they are made by, their length. */
export const MADE = [
  { kind: 'token', counter: 'oauth.token', digits: 32 },
  { kind: 'code', counter: 'oauth.code', digits: 32 },
  { kind: 'confirmation', counter: 'confirmation', digits: 64 },
  { kind: 'webhook_secret', counter: 'webhooks.secret', digits: 40 },
] as const

type Kind = (typeof MADE)[number]['kind']

/** A secret that was made. It is found by its first digits, as many as the shortest have. */
interface Made {
  readonly kind: Kind
  readonly digits: number
  readonly number: number
}

/** Whose secrets they are: the current version of a world, and that which it began with. */
interface Place {
  readonly world: World
  readonly origin: World
}

const SHORTEST = 32

const SIGNATURES = /(sig(?:=|%3D|%3d))[0-9a-f]{64}/g

/**
 * The secrets of one world, and what stands in their place where something is written down: `{{api_key}}`, or `{{token:2}}` for
 * the second token that the world gave out. A placeholder says nothing of the world's id, so a replay in another one reads alike.
 */
export class Secrets {
  readonly #handle: Place
  readonly #made = new Map<string, Made>()
  /** How many of each kind are known. */
  readonly #known: Record<Kind, number> = { token: 0, code: 0, confirmation: 0, webhook_secret: 0 }
  #counters: World['counters'] | undefined
  #origin: World | undefined
  #words: readonly Word[] = []
  #ids: readonly Word[] = []
  #credentials: World['credentials'] | undefined
  #clients: unknown
  #version = 0

  constructor(handle: Place) {
    this.#handle = handle
  }

  /** How many of each kind were ever made, by the names of their counters: those too that are to be made again. */
  get made(): ReadonlyMap<string, number> {
    this.learn()
    return new Map(MADE.map(({ kind, counter }) => [`secret:${counter}`, this.#known[kind]]))
  }

  /** Another number whenever more is known than before, or something else: what was found to have no secrets in it may have some then. */
  get version(): number {
    this.learn()
    return this.#version
  }

  /** A text with placeholders in the place of secrets. */
  hide(text: string): string {
    this.learn()
    let clean = hideWords(text, this.#words)
    if (this.#made.size > 0) clean = this.#hideMade(clean)
    // Hardly any text has a signature in it, and to look for the beginning of one takes much less.
    return clean.includes('sig') ? clean.replaceAll(SIGNATURES, '$1{{signature}}') : clean
  }

  /** The same for a text of the sign-in, where the ids of applications are left out as well. */
  hideWithIds(text: string): string {
    return hideWords(this.hide(text), this.#ids)
  }

  #hideMade(text: string): string {
    let clean = ''
    let from = 0
    for (const { start, end } of hexRuns(text, SHORTEST)) {
      for (let at = start; at + SHORTEST <= end; at++) {
        const made = this.#made.get(text.slice(at, at + SHORTEST))
        if (!made || at + made.digits > end) continue
        clean += `${text.slice(from, at)}{{${made.kind}:${made.number}}}`
        from = at + made.digits
        at = from - 1
      }
    }
    return from === 0 ? text : clean + text.slice(from)
  }

  /**
   * Learns the secrets that the world has got since the last time. What was a secret stays one: a text that was recorded before may be read
   * after the world has lost it.
   */
  learn(): void {
    const { world, origin } = this.#handle
    const { credentials, counters } = world
    const registered = world.tables[clients.number]
    if (credentials !== this.#credentials || registered !== this.#clients) {
      this.#credentials = credentials
      this.#clients = registered
      this.#words = withFormer(secretWords(world), this.#words)
      this.#ids = withFormer(idWords(world), this.#ids)
      this.#version++
    }
    if (counters === this.#counters) return
    this.#counters = counters
    for (const { kind, counter, digits } of MADE) this.#derive(world, kind, counter, digits)
    if (origin === this.#origin) return
    this.#origin = origin
    this.#version++
    for (const start of new Set([origin, world])) this.#inherit(start)
  }

  /** They depend on their number alone, so what was made before the world was put back is made again, and known already. */
  #derive({ seed, id, counters }: World, kind: Kind, counter: string, digits: number): void {
    const made = counters.get(`secret:${counter}`) ?? 0
    for (let number = this.#known[kind] + 1; number <= made; number++) {
      this.#made.set(hmac(`${seed}/${id}`, `${counter}/${number}`).slice(0, SHORTEST), { kind, digits, number })
    }
    if (made <= this.#known[kind]) return
    this.#known[kind] = made
    this.#version++
  }

  /** What a world brings along from its scenario, or from the one it was forked from, was made for another id. */
  #inherit(world: World): void {
    const held = peek(world, (tx) => ({
      token: tx
        .range(tokens.key)
        .all()
        .map(({ seq, token }) => ({ seq, secret: token })),
      code: tx
        .range(codes.key)
        .all()
        .map(({ seq, code }) => ({ seq, secret: code })),
      confirmation: tx
        .range(confirmations.key)
        .all()
        .map(({ seq, token }) => ({ seq, secret: token })),
      webhook_secret: [...tx.range(webhooks.key).all(), ...tx.range(batchWebhooks.key).all()],
    }))
    for (const { kind, digits } of MADE) {
      const foreign = held[kind].toSorted((a, b) => a.seq - b.seq)
      for (const [i, { secret }] of foreign.entries()) {
        const start = secret.slice(0, SHORTEST)
        if (secret !== '' && !this.#made.has(start)) this.#made.set(start, { kind, digits, number: i + 1 })
      }
    }
  }
}
