import type { BodySource } from '../../../kernel/support/reply.ts'
import type { WorldState } from '../../../kernel/world/world.ts'
import { signatureFor } from './signed-url.ts'

/** A world, as far as its URLs depend on it. */
export type AddressedWorld = Pick<WorldState, 'id' | 'base_url' | 'seed'>

/**
 * Stands in rows for the address of their world. A world can be forked, and served at another address after a restart, so texts get the
 * address of the world in which they are read. It is a URL itself, so that links can be found in texts with it.
 */
export const OWN_ADDRESS = 'http://this-world.invalid'
const ENCODED = encodeURIComponent(OWN_ADDRESS)

/** Stands for the signature of a URL that is usable without a credential. */
const SIGNATURE = 'own'

const SIGNED = new RegExp(String.raw`(${OWN_ADDRESS})(/_files/[^?\s"'&<>]+)\?expires=(\d+)(&(?:amp;)?)sig=([0-9a-f]{64})`, 'g')
const UNSIGNED = new RegExp(String.raw`(${OWN_ADDRESS}(/_files/[^?\s"'&<>]+)\?expires=(\d+)&(?:amp;)?sig=)${SIGNATURE}\b`, 'g')
const UNSIGNED_ENCODED = new RegExp(
  String.raw`(${ENCODED}(%2F_files%2F[^?\s"'&<>]+?)%3Fexpires%3D(\d+)%26sig%3D)${SIGNATURE}\b`,
  'g',
)

/** A text as rows hold it: with stand-ins for the address and the signatures of the world. */
export function withoutOwnAddress(world: AddressedWorld, text: string): string {
  const { base_url } = world
  let stored = text.includes(base_url) ? text.replaceAll(whole(base_url, '/'), OWN_ADDRESS) : text
  if (text.includes('%3A%2F%2F')) stored = stored.replaceAll(whole(encodeURIComponent(base_url), '%2F'), ENCODED)
  if (!stored.includes('&sig=') && !stored.includes('&amp;sig=')) return stored
  return stored.replaceAll(SIGNED, (written, address: string, path: string, expires: string, and: string, sig: string) =>
    sig === signatureFor(world, path, expires) ? `${address}${path}?expires=${expires}${and}sig=${SIGNATURE}` : written,
  )
}

/** A text of a row as a world shows it: with its own address and signatures. */
export function withOwnAddress(world: AddressedWorld, text: string): string {
  if (!text.includes(OWN_ADDRESS) && !text.includes(ENCODED)) return text
  const sign = (_: string, before: string, path: string, expires: string): string =>
    before + signatureFor(world, decodeURIComponent(path), expires)
  return text
    .replaceAll(UNSIGNED, sign)
    .replaceAll(UNSIGNED_ENCODED, sign)
    .replaceAll(OWN_ADDRESS, () => world.base_url)
    .replaceAll(ENCODED, () => encodeURIComponent(world.base_url))
}

/** The source of a text, for rows: its text has stand-ins for the address and the signatures of the world. */
export class StoredSource implements BodySource {
  readonly #world: AddressedWorld
  readonly #source: BodySource

  constructor({ id, base_url, seed }: AddressedWorld, source: BodySource) {
    this.#world = { id, base_url, seed }
    this.#source = source
  }

  get text(): string {
    return withoutOwnAddress(this.#world, this.#source.text)
  }

  get weight(): number {
    return this.#source.weight
  }

  toJSON(): string {
    return this.text
  }
}

/** A text of a row with paths in place of addresses of its world. */
export function withPaths(text: string): string {
  return text.replaceAll(OWN_ADDRESS, '')
}

/** Matches the address of a world, unless a longer host or the address of another world begins with it. */
function whole(base_url: string, slash: string): RegExp {
  const escaped = base_url.replaceAll(/[^A-Za-z0-9%]/g, String.raw`\$&`)
  return new RegExp(String.raw`${escaped}(?![A-Za-z0-9_-]|[.:@][A-Za-z0-9]|${slash}_worlds${slash})`, 'g')
}
