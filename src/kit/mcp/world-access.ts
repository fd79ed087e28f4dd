import type { Maildouble } from '../client/connect.ts'
import type { Schemas } from '../client/contract.ts'
import { call, ToolError } from './answer.ts'

/** The settings of new worlds of tools: tools may change these worlds. */
export const OWN_WORLD = { assistants: 'change' } as const

/**
 * Decides whether tools may change a world: only if its setting `assistants` allows changes, or if the user has allowed all changes.
 * New worlds of tools have the setting. It is saved with the world, so it holds for later connections and in other processes too.
 */
export class WorldAccess {
  readonly #allowWrites: boolean
  readonly #howToAllow: string

  /** `howToAllow` completes the sentence "The user can allow changes to every world with"; empty if there is no way. */
  constructor({ allowWrites = false, howToAllow = '' }: { readonly allowWrites?: boolean; readonly howToAllow?: string } = {}) {
    this.#allowWrites = allowWrites
    this.#howToAllow = howToAllow
  }

  /** Whether tools may change a world. */
  isWritable({ assistants }: Pick<Schemas['World'], 'assistants'>): boolean {
    return this.#allowWrites || assistants === 'change'
  }

  /** Throws a ToolError if tools may not change the world with an id, and a RefusedError if it does not exist. */
  async assertWritable(id: string, { worlds }: Maildouble): Promise<void> {
    if (this.#allowWrites) return
    const world = await (await worlds.get(id)).status()
    if (this.isWritable(world)) return
    const every = this.#howToAllow === '' ? '' : `, and to every world with ${this.#howToAllow}`
    throw new ToolError(
      `The world ${world.id} is read only for assistants, since no tool made it. Work on a copy: ${call('fork_world', { world: world.id })}. ` +
        `The user can allow changes to this world with its setting assistants: "change"${every}.`,
    )
  }
}
