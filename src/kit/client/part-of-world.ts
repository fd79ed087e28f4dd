import type { AnswerOf, OperationId } from './contract.ts'
import type { CallInput, Transport } from './transport.ts'

/** Something of one world that the client names, such as `world.clock`. */
export abstract class PartOfWorld {
  readonly #transport: Transport
  readonly #world: string

  /** Created as a part of `World`. @internal */
  constructor(transport: Transport, world: string) {
    this.#transport = transport
    this.#world = world
  }

  /** Calls an operation of the world. @internal */
  protected call<Id extends OperationId>(id: Id, input?: CallInput<Id>): Promise<AnswerOf<Id>> {
    return this.#transport.call(id, this.#world, input)
  }
}
