import { type ClientRow, clients } from '../../service/model/oauth/client.ts'
import { hmac } from '../../kernel/support/digest.ts'
import { HexSecrets } from './hex-secrets.ts'
import type { GeneratedSecret, Row, Table } from '../../kernel/world/table.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import { tables } from '../../service/model/tables.ts'

/** A secret that a world has from its start, in one of its spellings. */
export interface SecretWord {
  /** The spelling, as it occurs in texts. */
  readonly word: string
  /** The word or a part of it. If a text does not contain the marker, all words with this marker are skipped. */
  readonly marker: string
  /** The text or pattern to replace. */
  readonly pattern: string | RegExp
  readonly placeholder: string
}

/** Length from which a secret does not occur in a text by chance. */
const UNAMBIGUOUS_LENGTH = 12

/** The secrets that a world and its applications have from their start. */
function secretWords(world: WorldState): readonly SecretWord[] {
  const { api_key, client_secret } = world.credentials
  const stem = api_key.slice(0, api_key.lastIndexOf('-'))
  // The key without its datacenter suffix is as secret as the key.
  const stems = stem.length < UNAMBIGUOUS_LENGTH ? [] : spellSecret(stem, '{{api_key_stem}}')
  return [
    ...spellSecret(api_key, '{{api_key}}').map((key) => ({
      ...key,
      marker: stems.find(({ word }) => key.word.includes(word))?.word ?? key.word,
    })),
    ...stems,
    ...spellSecret(client_secret, '{{client_secret}}'),
    ...registeredClients(world).flatMap((client, i) => spellSecret(client.client_secret, `{{client_secret:${i + 1}}}`)),
  ]
}

/** The client ids of applications: not secret, but different in each world. */
function idWords(world: WorldState): readonly SecretWord[] {
  return [
    ...spellSecret(world.credentials.client_id, '{{client_id}}'),
    ...registeredClients(world).flatMap(({ client_id }, i) => spellSecret(client_id, `{{client_id:${i + 1}}}`)),
  ]
}

/** Words, followed by the earlier words that are gone. */
function withEarlier(words: readonly SecretWord[], former: readonly SecretWord[]): readonly SecretWord[] {
  const current = new Set(words.map(({ word }) => word))
  return [...words, ...former.filter(({ word }) => !current.has(word))]
}

/** Replaces words in a text by their placeholders. */
function hideWords(text: string, words: readonly SecretWord[]): string {
  let clean = text
  let missing = ''
  for (const { word, marker, pattern, placeholder } of words) {
    if (marker === missing) continue
    if (!clean.includes(marker)) missing = marker
    else if (marker === word || clean.includes(word)) clean = clean.replaceAll(pattern, placeholder)
  }
  return clean
}

function registeredClients(world: WorldState): ClientRow[] {
  return peek(world, (tx) => tx.range(clients.key).all()).toSorted((a, b) => a.seq - b.seq)
}

/** The spellings of a secret: plain, in a URL, in a form and in JSON. */
function spellSecret(secret: string, placeholder: string): SecretWord[] {
  if (secret === '') return []
  const form = new URLSearchParams({ secret }).toString().slice('secret='.length)
  const ways = [secret, encodeURIComponent(secret), form, JSON.stringify(secret).slice(1, -1)]
  return [...new Set(ways)].map((word) => ({ word, marker: word, pattern: makeSecretPattern(word), placeholder }))
}

/** A short, user-chosen secret may be part of any word, so it is matched only as a whole word. */
function makeSecretPattern(word: string): string | RegExp {
  if (word.length >= UNAMBIGUOUS_LENGTH) return word
  return new RegExp(`(?<![A-Za-z0-9_])${word.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)}(?![A-Za-z0-9_])`, 'g')
}

/** The owner of the secrets: the current version of a world, and the one that resets return to. */
interface SecretsOwner {
  readonly world: WorldState
  readonly origin: WorldState
}

const SIGNATURES = /(sig(?:=|%3D|%3d))[0-9a-f]{64}/g

/**
 * The secrets of one world and their placeholders: `{{api_key}}`, or `{{token:2}}` for the second token that the world issued.
 * Placeholders don't depend on the world's id, so a replay in another world reads the same.
 */
export class Secrets {
  readonly #handle: SecretsOwner
  readonly #generated = new HexSecrets()
  /** Number of known secrets of each kind. */
  readonly #known = new Map<string, number>()
  #counters: WorldState['counters'] | undefined
  #origin: WorldState | undefined
  #words: readonly SecretWord[] = []
  #ids: readonly SecretWord[] = []
  #credentials: WorldState['credentials'] | undefined
  #clients: unknown
  #version = 0

  constructor(handle: SecretsOwner) {
    this.#handle = handle
  }

  /** Number of secrets of each kind ever generated, by counter name, also the secrets that a reset will generate again. */
  get generatedCounts(): ReadonlyMap<string, number> {
    this.learn()
    return new Map(generatedSecrets.map(({ kind, counter }) => [`secret:${counter}`, this.#known.get(kind) ?? 0]))
  }

  /** Changes whenever the known secrets change, so that redacted texts have to be redacted again. */
  get version(): number {
    this.learn()
    return this.#version
  }

  /** Replaces secrets in a text by placeholders. */
  hide(text: string): string {
    this.learn()
    return this.#generated.hide(hideWords(text, this.#words)).replaceAll(SIGNATURES, '$1{{signature}}')
  }

  /** Replaces secrets and client ids in a text by placeholders. */
  hideWithIds(text: string): string {
    return hideWords(this.hide(text), this.#ids)
  }

  /**
   * Learns the secrets that the world has got since the last call. Secrets are never forgotten: an earlier text may be read
   * after the world has lost them.
   */
  learn(): void {
    const { world, origin } = this.#handle
    const { credentials, counters } = world
    const registered = world.tables[clients.number]
    if (credentials !== this.#credentials || registered !== this.#clients) {
      this.#credentials = credentials
      this.#clients = registered
      this.#words = withEarlier(secretWords(world), this.#words)
      this.#ids = withEarlier(idWords(world), this.#ids)
      this.#version++
    }
    if (counters === this.#counters) return
    this.#counters = counters
    for (const secret of generatedSecrets) this.#derive(world, secret)
    if (origin === this.#origin) return
    this.#origin = origin
    this.#version++
    for (const start of new Set([origin, world])) this.#inherit(start)
  }

  /** Learns generated secrets. They depend on their number alone, so after a reset the same ones are generated again. */
  #derive({ seed, id, counters }: WorldState, { kind, counter, digits }: GeneratedSecret): void {
    const made = counters.get(`secret:${counter}`) ?? 0
    const known = this.#known.get(kind) ?? 0
    for (let number = known + 1; number <= made; number++) {
      this.#generated.add(hmac(`${seed}/${id}`, `${counter}/${number}`).slice(0, digits), `{{${kind}:${number}}}`)
    }
    if (made <= known) return
    this.#known.set(kind, made)
    this.#version++
  }

  /** Learns secrets from a scenario or from a parent world, which were generated for another world id. */
  #inherit(world: WorldState): void {
    for (const generated of generatedSecrets) {
      const { kind } = generated
      const fields = secretFields.filter((each) => each.generated === generated)
      const foreign = fields.flatMap(({ table, read }) =>
        peek(world, (tx) => tx.range(table.key).all()).map((row) => ({ seq: row.seq, secret: read(row) })),
      )
      for (const [i, { secret }] of foreign.toSorted((x, y) => x.seq - y.seq).entries()) {
        this.#generated.add(secret, `{{${kind}:${i + 1}}}`)
      }
    }
  }
}

/** A field that holds a secret, which is redacted in the journal and in bundles. */
interface SecretField {
  readonly table: Table<Row>
  /** Returns the secret of a row; empty if it has none. */
  readonly read: (row: Row) => string
  /** How it is generated, or `undefined` if it is not derived from a counter alone. */
  readonly generated: GeneratedSecret | undefined
}

export const secretFields: readonly SecretField[] = tables.flatMap(listSecretFields)

/** Every kind of secret that worlds generate. */
export const generatedSecrets: readonly GeneratedSecret[] = [...new Set(secretFields.flatMap(({ generated }) => generated ?? []))]

function listSecretFields(table: Table<Row>): SecretField[] {
  return Object.entries(table.declared.secrets ?? {}).map(([field, origin]) => ({
    table,
    read: (row) => String(Reflect.get(row, field)),
    generated: origin === 'given' ? undefined : origin,
  }))
}
