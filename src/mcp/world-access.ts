import { call } from './answer.ts'
import { ToolError } from './tool-error.ts'

/** Which worlds tools may change: those that they made, or all if the user allowed it. */
export class WorldAccess {
  readonly #allowWrites: boolean
  readonly #howToAllow: string
  readonly #own = new Set<string>()

  /** `howToAllow` is the option that allows changes to all worlds. */
  constructor(options: { readonly allowWrites: boolean; readonly howToAllow: string }) {
    this.#allowWrites = options.allowWrites
    this.#howToAllow = options.howToAllow
  }

  /** Remembers a world that a tool made. */
  add(world: string): void {
    this.#own.add(world)
  }

  /** Forgets a world that a tool deleted. */
  delete(world: string): void {
    this.#own.delete(world)
  }

  /** Whether a tool made the world. */
  isOwn(world: string): boolean {
    return this.#own.has(world)
  }

  /** Whether tools may change the world. */
  isWritable(world: string): boolean {
    return this.#allowWrites || this.isOwn(world)
  }

  /** Throws a ToolError if tools may not change the world. */
  assertWritable(world: string): void {
    if (this.isWritable(world)) return
    throw new ToolError(
      `The world ${world.slice(0, 100)} is read only here, since no tool of this server made it. ` +
        `Work on a copy: ${call('fork_world', { world })}. The user can allow changes to every world with ${this.#howToAllow}.`,
    )
  }
}
