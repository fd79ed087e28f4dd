import type { Schemas } from '../../contract/control.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { credentialsOf } from '../../scenarios/credentials.ts'
import { checksum } from '../../support/checksum.ts'
import { stream, uuid, type Stream } from '../../support/random.ts'
import { heldIn, Placeholders } from './placeholders.ts'

/** What stands for the seal of a page, which nobody else can make. */
const SEALED = /\{\{page:\d+\}\}/

/** Puts answers into the mouth of the world that they came from the first time: this one may have another address and other secrets. */
export class AnswerNormalizer {
  readonly #handle: WorldHandle
  readonly #isMoved: boolean
  readonly #former: Placeholders
  readonly #formerIds: Stream
  #counters: unknown
  #own: Placeholders | undefined

  constructor(handle: WorldHandle, { id, base_url, seed, dc, client_id, redirect_uri, ancestors }: Schemas['BundleWorld']) {
    this.#handle = handle
    this.#isMoved = handle.world.id !== id || handle.world.base_url !== base_url
    const oauth = { redirect_uri, ...(client_id === undefined ? {} : { client_id }) }
    const world = { id, seed, base_url, credentials: credentialsOf(seed, id, { oauth }, dc) }
    const seals = handle.world.id === id ? handle.log.seals : undefined
    this.#former = new Placeholders({ world, ancestors, held: heldIn(handle.origin), seals })
    this.#formerIds = stream(`${seed}/${id}`, 'request')
  }

  /** The checksum that the body of an answer would have had; nothing where that cannot be told. */
  async digestOf(
    response: Response,
    { number, path }: Pick<Schemas['BundleRequest'], 'number' | 'path'>,
    digest: number | undefined,
  ): Promise<number | undefined> {
    if (!this.#isMoved || digest === undefined) {
      await response.body?.cancel()
      return digest
    }
    // Of what answers a HEAD nobody gets to see the body.
    if (response.body === null) return undefined
    const id = response.headers.get('x-request-id')
    const text = this.#handle.log.steps.standIns.answered(path, await response.text())
    // First what is hidden: the seal of a page has the id in it.
    const hidden = this.#hidden(text)
    const named = id === null ? hidden : hidden.replaceAll(id, uuid(this.#formerIds, number))
    const former = this.#former.fill(named)
    return SEALED.test(former) ? undefined : checksum(former)
  }

  #hidden(text: string): string {
    const { world, origin, ancestors, log } = this.#handle
    const { counters } = world
    if (!this.#own || counters !== this.#counters) {
      this.#own = new Placeholders({ world, ancestors, held: heldIn(origin), seals: log.seals }, [counters])
      this.#counters = counters
    }
    return this.#own.hide(text)
  }
}
