import { StoredSource } from '../../service/rules/urls/own-address.ts'
import { HexSecrets } from '../log/hex-secrets.ts'
import type { CsrfTokens } from '../log/csrf-tokens.ts'
import { isStandIn, type SecretStandIns } from '../log/stand-ins.ts'
import { generatedSecrets, secretFields } from '../log/secrets.ts'
import type { GeneratedSecret } from '../../kernel/world/table.ts'
import { signatureFor } from '../../service/rules/urls/signed-url.ts'
import { FOREIGN_KEY } from '../runtime/worlds.ts'
import { hmac } from '../../kernel/support/digest.ts'
import { decodeParameter } from '../../kernel/support/percent.ts'
import { isPlaceholder, isSecretName, replaceSecrets } from '../../kernel/support/secret-places.ts'
import { peek } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'

/** The order in which bundles number the secrets of a scenario, by table; the secrets of further tables follow. */
const NUMBERED = ['oauth_clients', 'oauth_tokens', 'oauth_codes', 'confirmations', 'webhooks', 'batch_webhooks', 'campaigns']

/** The secrets that a world has from its scenario, in a stable order. */
export function scenarioSecretsIn(origin: WorldState): readonly string[] {
  const known = NUMBERED.flatMap((name) => secretFields.filter(({ table }) => table.name === name))
  return [...new Set([...known, ...secretFields])]
    .flatMap(({ table, read }) => peek(origin, (tx) => tx.range(table.key).all()).map((row) => read(row)))
    .filter((secret) => secret !== '')
}

/** The world whose secrets are redacted or filled in. */
interface SecretSource {
  readonly world: Pick<WorldState, 'seed' | 'id' | 'base_url' | 'credentials'>
  readonly ancestors: readonly string[]
  /** The secrets from its scenario, in order. */
  readonly scenarioSecrets: readonly string[]
  /** The CSRF tokens of its sign-in pages. */
  readonly csrfTokens: CsrfTokens | undefined
  /** Stand-ins for secrets sent by callers; without it they are left as they are. */
  readonly standIns?: SecretStandIns
}

/** Minimum length at which a secret can't occur in a text by chance. */
const SEARCHABLE_LENGTH = 12

/** Secrets derived from the world's identity, and their number of digits. */
const DERIVED = { client_id: 12, client_secret: 48, api_key_stem: 32 } as const

const NAMES = [
  'literal',
  'base_url',
  'base_url_uri',
  'api_key',
  'api_key_stem',
  'client_id',
  'client_secret',
  'scenarioSecrets',
  'page',
  'foreign',
  'sig',
  'external',
  'unsent',
]
const ANY = [...NAMES, ...generatedSecrets.map(({ kind }) => kind)].join('|')

/** Text that looks like a placeholder and has to be escaped. */
const PLACEHOLDER_LIKE = new RegExp(`\\{\\{(?=(?:${ANY})[:@}])`, 'g')
const PLACEHOLDER = new RegExp(`\\{\\{(${ANY})(?::(\\d{1,9}))?(?:@([a-z0-9-]{1,63}))?\\}\\}`, 'g')
const CSRF_TOKEN = /\d+\.[0-9a-f-]{36}\.[0-9a-f]{64}/g
const SIGNED = /(\/_files\/[^?\s"'{}]+)\?expires=(\d+)(&(?:amp;)?)sig=([0-9a-f]{64})/g
const SIGNED_URI = /(%2F_files%2F(?:(?!%3F)[^?\s"'{}&])+)%3Fexpires%3D(\d+)(%26)sig%3D([0-9a-f]{64})/g
const HIDDEN_SIG = /(\/_files\/[^?\s"'{}]+)\?expires=(\d+)(&(?:amp;)?)sig=\{\{sig(?:@([a-z0-9-]+))?\}\}/g
const HIDDEN_SIG_URI = /(%2F_files%2F(?:(?!%3F)[^?\s"'{}&])+)%3Fexpires%3D(\d+)(%26)sig%3D\{\{sig(?:@([a-z0-9-]+))?\}\}/g

/** The secrets of one world and their placeholders. A text redacted for one world can be filled in for another. */
export class Placeholders {
  readonly #source: SecretSource
  readonly #base: RegExp
  readonly #baseUri: RegExp
  readonly #words: readonly (readonly [secret: string, placeholder: string])[]
  /** Secrets too short to be searched for in a text; they are only recognized where a secret is expected. */
  readonly #short: ReadonlyMap<string, string>
  readonly #digits = new HexSecrets()

  /** `counters` tell how many secrets were generated; without them, texts can only be filled in. */
  constructor(source: SecretSource, counters: readonly WorldState['counters'][] = []) {
    this.#source = source
    const { world, ancestors, scenarioSecrets } = source
    const { api_key, client_id, client_secret } = world.credentials
    this.#base = wholeUrl(world.base_url)
    this.#baseUri = wholeUrl(encodeURIComponent(world.base_url))
    const stem = api_key.slice(0, api_key.lastIndexOf('-'))
    const words: [string, string][] = [
      [api_key, '{{api_key}}'],
      [stem, '{{api_key_stem}}'],
      [client_secret, '{{client_secret}}'],
    ]
    if (client_id === this.#derived('client_id', world.id)) words.push([client_id, '{{client_id}}'])
    for (const [n, secret] of scenarioSecrets.entries()) {
      if (/^[0-9a-f]+$/.test(secret)) this.#digits.add(secret, `{{scenarioSecrets:${n + 1}}}`)
      else words.push([secret, `{{scenarioSecrets:${n + 1}}}`])
    }
    this.#words = words.filter(([word]) => word.length >= SEARCHABLE_LENGTH)
    this.#short = new Map(words.filter(([word]) => word !== '' && word.length < SEARCHABLE_LENGTH))
    for (const id of ancestors) for (const name of DERIVED_NAMES) this.#digits.add(this.#derived(name, id), `{{${name}@${id}}}`)
    for (const generated of generatedSecrets) {
      const { kind, counter } = generated
      const made = counters.reduce((most, each) => Math.max(most, each.get(`secret:${counter}`) ?? 0), 0)
      for (let n = 1; n <= made; n++) {
        this.#digits.add(this.#made(generated, n, world.id), `{{${kind}:${n}}}`)
        for (const id of ancestors) this.#digits.add(this.#made(generated, n, id), `{{${kind}:${n}@${id}}}`)
      }
    }
  }

  /** Replaces the world's secrets and its address by placeholders. */
  hide(text: string): string {
    if (text.length < SEARCHABLE_LENGTH - 2) return text
    let clean = text.includes('{{') ? text.replaceAll(PLACEHOLDER_LIKE, '{{literal}}') : text
    if (clean.includes('sig')) clean = this.#hideSignatures(clean)
    if (clean.includes('://')) clean = clean.replaceAll(this.#base, '{{base_url}}')
    if (clean.includes('%3A%2F%2F')) clean = clean.replaceAll(this.#baseUri, '{{base_url_uri}}')
    for (const [word, placeholder] of this.#words) if (clean.includes(word)) clean = clean.replaceAll(word, placeholder)
    clean = clean.replaceAll(CSRF_TOKEN, (seal) => this.#hideCsrfToken(seal))
    return this.#digits.hide(clean)
  }

  /** Replaces placeholders by the secrets and the address of this world. */
  fill(text: string): string {
    if (!text.includes('{{')) return text
    return text
      .replaceAll(
        HIDDEN_SIG,
        (_, path: string, expires: string, and: string, id?: string) =>
          `${path}?expires=${expires}${and}sig=${this.#sign(path, expires, id)}`,
      )
      .replaceAll(
        HIDDEN_SIG_URI,
        (_, path: string, expires: string, and: string, id?: string) =>
          `${path}%3Fexpires%3D${expires}${and}sig%3D${this.#sign(decodeURIComponent(path), expires, id)}`,
      )
      .replaceAll(
        PLACEHOLDER,
        (whole, name: string, number?: string, id?: string) => this.#value(name, Number(number), id) ?? whole,
      )
  }

  /** Like `hide`, and also replaces secrets sent by callers. `credential` replaces what the caller authenticated with. */
  hideAll(text: string, credential = ''): string {
    return replaceSecrets(this.hide(text), (secret, name) => this.known(secret) ?? this.#sent(secret, name, credential))
  }

  /** Redacts the value of a secret parameter, field or header. */
  hideSecret(secret: string): string {
    return secret === '' ? secret : (this.known(secret) ?? this.#sent(secret))
  }

  /** Redacts all texts in plain data, including members whose names mark them as secret. */
  hideIn<T>(value: T): T {
    return eachText(value, (text, name) => (isSecretName(name) ? this.hideSecret(text) : this.hideAll(text))) as T
  }

  fillIn<T>(value: T): T {
    return eachText(value, (text) => this.fill(text)) as T
  }

  /** The placeholder of one of the world's own secrets. */
  known(secret: string): string | undefined {
    const readings = [secret, decodeParameter(secret)]
    return readings.map((each) => this.#short.get(each) ?? this.hide(each)).find((each) => isPlaceholder(each))
  }

  /** The placeholder of a secret sent by a caller. */
  #sent(secret: string, name = '', credential = ''): string {
    if (name === 'apikey' && credential !== '') return credential
    const standIn = this.#source.standIns?.of(secret, name) ?? secret
    return isStandIn(standIn) ? `{{${standIn.replace('-', ':')}}}` : secret
  }

  #value(name: string, number: number, id = this.#source.world.id): string | undefined {
    const { world, scenarioSecrets, csrfTokens } = this.#source
    if (name === 'external' || name === 'unsent') return Number.isNaN(number) ? undefined : `${name}-${number}`
    const made = generatedSecrets.find(({ kind }) => kind === name)
    if (made) return this.#made(made, number, id)
    if (id !== world.id) return isDerived(name) ? this.#derived(name, id) : undefined
    const { api_key, client_id, client_secret } = world.credentials
    const values: { readonly [name: string]: string | undefined } = {
      literal: '{{',
      base_url: world.base_url,
      base_url_uri: encodeURIComponent(world.base_url),
      api_key,
      api_key_stem: api_key.slice(0, api_key.lastIndexOf('-')),
      client_id,
      client_secret,
      scenarioSecrets: scenarioSecrets[number - 1],
      page: csrfTokens?.of(number),
      foreign: FOREIGN_KEY,
    }
    return values[name]
  }

  #derived(name: keyof typeof DERIVED, id: string): string {
    const digest = hmac(`${this.#source.world.seed}/${id}`, name === 'api_key_stem' ? 'api_key' : name)
    return digest.slice(0, DERIVED[name])
  }

  #made({ counter, digits }: GeneratedSecret, number: number, id: string): string {
    return hmac(`${this.#source.world.seed}/${id}`, `${counter}/${number}`).slice(0, digits)
  }

  #sign(path: string, expires: string, id = this.#source.world.id): string {
    return signatureFor({ seed: this.#source.world.seed, id }, path, expires)
  }

  #hideCsrfToken(seal: string): string {
    for (const [number, known] of this.#source.csrfTokens?.all() ?? []) if (known === seal) return `{{page:${number}}}`
    return seal
  }

  #hideSignatures(text: string): string {
    const { world, ancestors } = this.#source
    const placeholder = (path: string, expires: string, sig: string): string => {
      if (this.#sign(path, expires) === sig) return '{{sig}}'
      const id = ancestors.find((each) => each !== world.id && this.#sign(path, expires, each) === sig)
      return id === undefined ? sig : `{{sig@${id}}}`
    }
    return text
      .replaceAll(
        SIGNED,
        (_, path: string, expires: string, and: string, sig: string) =>
          `${path}?expires=${expires}${and}sig=${placeholder(path, expires, sig)}`,
      )
      .replaceAll(
        SIGNED_URI,
        (_, path: string, expires: string, and: string, sig: string) =>
          `${path}%3Fexpires%3D${expires}${and}sig%3D${placeholder(decodeURIComponent(path), expires, sig)}`,
      )
  }
}

const DERIVED_NAMES = ['client_id', 'client_secret', 'api_key_stem'] as const

function isDerived(name: string): name is keyof typeof DERIVED {
  return Object.hasOwn(DERIVED, name)
}

/** Matches a URL unless a longer name continues it. */
function wholeUrl(url: string): RegExp {
  return new RegExp(`${url.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)}(?![A-Za-z0-9_-])`, 'g')
}

function eachText(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name)
  if (value instanceof StoredSource) return change(value.text, name)
  if (Array.isArray(value)) return value.map((each) => eachText(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([each, member]) => [each, eachText(member, change, each)]))
}
