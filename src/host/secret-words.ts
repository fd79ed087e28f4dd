import { clients, type ClientRow } from '../resources/oauth/client.ts'
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
    ...registered(world).flatMap((client, i) => written(client.client_secret, `{{client_secret:${i + 1}}}`)),
  ]
}

/** The ids of applications: no secrets, but another world has others. */
export function idWords(world: World): readonly Word[] {
  return [
    ...written(world.credentials.client_id, '{{client_id}}'),
    ...registered(world).flatMap(({ client_id }, i) => written(client_id, `{{client_id:${i + 1}}}`)),
  ]
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

function registered(world: World): ClientRow[] {
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
