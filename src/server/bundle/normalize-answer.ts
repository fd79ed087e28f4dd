import type { ControlSchemas } from '../../kernel/contract/control.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { makeCredentials } from '../../service/scenarios/credentials.ts'
import { checksum } from '../../kernel/support/checksum.ts'
import { stream, uuid, type Stream } from '../../kernel/support/random.ts'
import { scenarioSecretsIn, Placeholders } from './placeholders.ts'

/** The placeholder of a page's CSRF token, which only the original world could compute. */
const CSRF_PLACEHOLDER = /\{\{page:\d+\}\}/

/** Rewrites answers to the original world's URLs and secrets, so that they can be compared. */
export class AnswerNormalizer {
  readonly #handle: WorldHandle
  readonly #isMoved: boolean
  readonly #original: Placeholders
  readonly #originalIds: Stream
  #counters: unknown
  #own: Placeholders | undefined

  constructor(
    handle: WorldHandle,
    { id, base_url, seed, dc, client_id, redirect_uri, ancestors }: ControlSchemas['BundleWorld'],
  ) {
    this.#handle = handle
    this.#isMoved = handle.world.id !== id || handle.world.base_url !== base_url
    const oauth = { redirect_uri, ...(client_id === undefined ? {} : { client_id }) }
    const world = { id, seed, base_url, credentials: makeCredentials(seed, id, { oauth }, dc) }
    const csrfTokens = handle.world.id === id ? handle.log.csrfTokens : undefined
    this.#original = new Placeholders({ world, ancestors, scenarioSecrets: scenarioSecretsIn(handle.origin), csrfTokens })
    this.#originalIds = stream(`${seed}/${id}`, 'request')
  }

  /** The checksum that an answer's body would have had in the original world. Returns `undefined` if that can't be determined. */
  async originalDigest(
    response: Response,
    { number, path }: Pick<ControlSchemas['BundleRequest'], 'number' | 'path'>,
    digest: number | undefined,
  ): Promise<number | undefined> {
    if (!this.#isMoved || digest === undefined) {
      await response.body?.cancel()
      return digest
    }
    // The client never gets the body of an answer to HEAD.
    if (response.body === null) return undefined
    const id = response.headers.get('x-request-id')
    const text = this.#handle.log.secretStandIns.replaceInAnswer(path, await response.text())
    // Redact first: the CSRF token of a page contains the request id.
    const hidden = this.#hidden(text)
    const named = id === null ? hidden : hidden.replaceAll(id, uuid(this.#originalIds, number))
    const original = this.#original.fill(named)
    return CSRF_PLACEHOLDER.test(original) ? undefined : checksum(original)
  }

  #hidden(text: string): string {
    const { world, origin, ancestors, log } = this.#handle
    const { counters } = world
    if (!this.#own || counters !== this.#counters) {
      this.#own = new Placeholders({ world, ancestors, scenarioSecrets: scenarioSecretsIn(origin), csrfTokens: log.csrfTokens }, [
        counters,
      ])
      this.#counters = counters
    }
    return this.#own.hide(text)
  }
}
