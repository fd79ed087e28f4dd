import { MADE } from '../../journal/secrets.ts'
import { isStandIn, type StandIns } from '../../recording/stand-ins.ts'
import { batchWebhooks } from '../../resources/batch-webhooks/batch-webhook.ts'
import { campaigns } from '../../resources/campaigns/campaign.ts'
import { confirmations } from '../../resources/members/confirmation.ts'
import { clients } from '../../resources/oauth/client.ts'
import { codes } from '../../resources/oauth/code.ts'
import { tokens } from '../../resources/oauth/token.ts'
import { signatureFor } from '../../resources/signed-url.ts'
import { webhooks } from '../../resources/webhooks/webhook.ts'
import type { CsrfTokens } from '../../runtime/csrf-tokens.ts'
import { FOREIGN_KEY } from '../../runtime/worlds.ts'
import { hmac } from '../../support/digest.ts'
import { decodeParameter } from '../../support/percent.ts'
import { isPlaceholder, isSecretName, replaceSecrets } from '../../support/secret-places.ts'
import { peek } from '../../world/tx.ts'
import type { World } from '../../world/world.ts'

/** The secrets that a world has from its scenario, in an order that depends on nothing else. */
export function heldIn(origin: World): readonly string[] {
  const secrets = peek(origin, (tx) => [
    ...tx
      .range(clients.key)
      .all()
      .map((row) => row.client_secret),
    ...tx
      .range(tokens.key)
      .all()
      .map((row) => row.token),
    ...tx
      .range(codes.key)
      .all()
      .map((row) => row.code),
    ...tx
      .range(confirmations.key)
      .all()
      .map((row) => row.token),
    ...tx
      .range(webhooks.key)
      .all()
      .map((row) => row.secret),
    ...tx
      .range(batchWebhooks.key)
      .all()
      .map((row) => row.secret),
    ...tx
      .range(campaigns.key)
      .all()
      .map((row) => row.share_password),
  ])
  return secrets.filter((secret) => secret !== '')
}

/** Whose secrets are hidden, or are put where they had been hidden. */
export interface Holder {
  readonly world: Pick<World, 'seed' | 'id' | 'base_url' | 'credentials'>
  /** The worlds that it was forked from. */
  readonly ancestors: readonly string[]
  /** The secrets that it began with, in order. */
  readonly held: readonly string[]
  /** The pages of its sign-in. */
  readonly seals: CsrfTokens | undefined
  /** What stands for secrets that callers sent; without it they are left as they are. */
  readonly standIns?: StandIns
}

/** A secret of so many characters does not stand in a text by chance. */
const UNMISTAKABLE = 12

/** Secrets that are derived from what a world is, and how many digits they have. */
const DERIVED = { client_id: 12, client_secret: 48, api_key_stem: 32 } as const

/** A secret that consists of digits; it is found by the first of them. */
interface Digits {
  readonly secret: string
  readonly placeholder: string
}

const NAMES = [
  'literal',
  'base_url',
  'base_url_uri',
  'api_key',
  'api_key_stem',
  'client_id',
  'client_secret',
  'held',
  'page',
  'foreign',
  'sig',
  'external',
  'unsent',
]
const ANY = [...NAMES, ...MADE.map(({ kind }) => kind)].join('|')

/** What a text must not have in it by itself. */
const LIKE_OURS = new RegExp(`\\{\\{(?=(?:${ANY})[:@}])`, 'g')
const OURS = new RegExp(`\\{\\{(${ANY})(?::(\\d{1,9}))?(?:@([a-z0-9-]{1,63}))?\\}\\}`, 'g')
const SEAL = /\d+\.[0-9a-f-]{36}\.[0-9a-f]{64}/g
const SIGNED = /(\/_files\/[^?\s"'{}]+)\?expires=(\d+)(&(?:amp;)?)sig=([0-9a-f]{64})/g
const SIGNED_URI = /(%2F_files%2F(?:(?!%3F)[^?\s"'{}&])+)%3Fexpires%3D(\d+)(%26)sig%3D([0-9a-f]{64})/g
const HIDDEN_SIG = /(\/_files\/[^?\s"'{}]+)\?expires=(\d+)(&(?:amp;)?)sig=\{\{sig(?:@([a-z0-9-]+))?\}\}/g
const HIDDEN_SIG_URI = /(%2F_files%2F(?:(?!%3F)[^?\s"'{}&])+)%3Fexpires%3D(\d+)(%26)sig%3D\{\{sig(?:@([a-z0-9-]+))?\}\}/g

/** The secrets of one world, and the placeholders that stand for them. What is hidden from one world can be filled in by another. */
export class Placeholders {
  readonly #holder: Holder
  readonly #base: RegExp
  readonly #baseUri: RegExp
  readonly #words: readonly (readonly [secret: string, placeholder: string])[]
  /** Those too short to be looked for in a text: they are recognised where a secret is expected. */
  readonly #short: ReadonlyMap<string, string>
  readonly #digits = new Map<string, Digits[]>()

  /** `counters` say how many secrets there are to hide; without them nothing but filling in can be done. */
  constructor(holder: Holder, counters: readonly World['counters'][] = []) {
    this.#holder = holder
    const { world, ancestors, held } = holder
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
    for (const [n, secret] of held.entries()) {
      if (/^[0-9a-f]+$/.test(secret)) this.#add(secret, `{{held:${n + 1}}}`)
      else words.push([secret, `{{held:${n + 1}}}`])
    }
    this.#words = words.filter(([word]) => word.length >= UNMISTAKABLE)
    this.#short = new Map(words.filter(([word]) => word !== '' && word.length < UNMISTAKABLE))
    for (const id of ancestors) for (const name of DERIVED_NAMES) this.#add(this.#derived(name, id), `{{${name}@${id}}}`)
    for (const { kind, counter } of MADE) {
      const made = counters.reduce((most, each) => Math.max(most, each.get(`secret:${counter}`) ?? 0), 0)
      for (let n = 1; n <= made; n++) {
        this.#add(this.#made(kind, n, world.id), `{{${kind}:${n}}}`)
        for (const id of ancestors) this.#add(this.#made(kind, n, id), `{{${kind}:${n}@${id}}}`)
      }
    }
  }

  /** A text with placeholders in the place of secrets and of the world's address. */
  hide(text: string): string {
    if (text.length < UNMISTAKABLE - 2) return text
    let clean = text.includes('{{') ? text.replaceAll(LIKE_OURS, '{{literal}}') : text
    if (clean.includes('sig')) clean = this.#hideSignatures(clean)
    if (clean.includes('://')) clean = clean.replaceAll(this.#base, '{{base_url}}')
    if (clean.includes('%3A%2F%2F')) clean = clean.replaceAll(this.#baseUri, '{{base_url_uri}}')
    for (const [word, placeholder] of this.#words) if (clean.includes(word)) clean = clean.replaceAll(word, placeholder)
    clean = clean.replaceAll(SEAL, (seal) => this.#hideSeal(seal))
    return this.#digits.size > 0 ? clean.replaceAll(/[0-9a-f]{12,}/g, (run) => this.#hideIn(run)) : clean
  }

  /** A text with the secrets and the address of this world where they had been hidden. */
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
      .replaceAll(OURS, (whole, name: string, number?: string, id?: string) => this.#value(name, Number(number), id) ?? whole)
  }

  /** The same with placeholders for secrets that callers sent as well; `credential` stands for what is sent to prove who calls. */
  hideAll(text: string, credential = ''): string {
    return replaceSecrets(this.hide(text), (secret, name) => this.known(secret) ?? this.#sent(secret, name, credential))
  }

  /** The value of a secret parameter, field or header. */
  hideSecret(secret: string): string {
    return secret === '' ? secret : (this.known(secret) ?? this.#sent(secret))
  }

  /** All texts in plain data, with all that is secret by the name of its member. */
  hideIn<T>(value: T): T {
    return eachText(value, (text, name) => (isSecretName(name) ? this.hideSecret(text) : this.hideAll(text))) as T
  }

  fillIn<T>(value: T): T {
    return eachText(value, (text) => this.fill(text)) as T
  }

  /** The placeholder of a secret of the world's own. */
  known(secret: string): string | undefined {
    const readings = [secret, decodeParameter(secret)]
    return readings.map((each) => this.#short.get(each) ?? this.hide(each)).find((each) => isPlaceholder(each))
  }

  /** The placeholder of a secret that a caller sent. */
  #sent(secret: string, name = '', credential = ''): string {
    if (name === 'apikey' && credential !== '') return credential
    const standIn = this.#holder.standIns?.of(secret, name) ?? secret
    return isStandIn(standIn) ? `{{${standIn.replace('-', ':')}}}` : secret
  }

  #value(name: string, number: number, id = this.#holder.world.id): string | undefined {
    const { world, held, seals } = this.#holder
    if (name === 'external' || name === 'unsent') return Number.isNaN(number) ? undefined : `${name}-${number}`
    const made = MADE.find(({ kind }) => kind === name)
    if (made) return this.#made(made.kind, number, id)
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
      held: held[number - 1],
      page: seals?.of(number),
      foreign: FOREIGN_KEY,
    }
    return values[name]
  }

  #derived(name: keyof typeof DERIVED, id: string): string {
    const digest = hmac(`${this.#holder.world.seed}/${id}`, name === 'api_key_stem' ? 'api_key' : name)
    return digest.slice(0, DERIVED[name])
  }

  #made(kind: (typeof MADE)[number]['kind'], number: number, id: string): string {
    const { counter, digits } = MADE.find((each) => each.kind === kind) ?? MADE[0]
    return hmac(`${this.#holder.world.seed}/${id}`, `${counter}/${number}`).slice(0, digits)
  }

  #sign(path: string, expires: string, id = this.#holder.world.id): string {
    return signatureFor({ seed: this.#holder.world.seed, id }, path, expires)
  }

  #add(secret: string, placeholder: string): void {
    if (secret.length < UNMISTAKABLE) return
    const start = secret.slice(0, UNMISTAKABLE)
    const known = this.#digits.get(start)
    if (known) known.push({ secret, placeholder })
    else this.#digits.set(start, [{ secret, placeholder }])
  }

  #hideIn(run: string): string {
    let clean = ''
    let from = 0
    for (let at = 0; at + UNMISTAKABLE <= run.length; at++) {
      const found = this.#digits.get(run.slice(at, at + UNMISTAKABLE))?.find(({ secret }) => run.startsWith(secret, at))
      if (!found) continue
      clean += run.slice(from, at) + found.placeholder
      from = at + found.secret.length
      at = from - 1
    }
    return from === 0 ? run : clean + run.slice(from)
  }

  #hideSeal(seal: string): string {
    for (const [number, known] of this.#holder.seals?.all() ?? []) if (known === seal) return `{{page:${number}}}`
    return seal
  }

  #hideSignatures(text: string): string {
    const { world, ancestors } = this.#holder
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

/** An address, where it is not the beginning of a longer name. */
function wholeUrl(url: string): RegExp {
  return new RegExp(`${url.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`)}(?![A-Za-z0-9_-])`, 'g')
}

function eachText(value: unknown, change: (text: string, name: string) => string, name = ''): unknown {
  if (typeof value === 'string') return change(value, name)
  if (Array.isArray(value)) return value.map((each) => eachText(each, change, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([each, member]) => [each, eachText(member, change, each)]))
}
