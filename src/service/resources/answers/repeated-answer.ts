import type { BodySource } from '../../../kernel/support/reply.ts'

/**
 * A whole answer that is returned again, as the same object, for as long as nothing that it shows changes. It is checked against the
 * contract and serialized once, and the journal recognises it without comparing texts.
 */
export class RepeatedAnswer<T> implements BodySource {
  /** The answer, perhaps with rendered records in it. */
  readonly value: T
  #isApproved = false
  #text: string | undefined
  readonly #shown: readonly unknown[]

  constructor(value: T, shown: readonly unknown[]) {
    this.value = value
    this.#shown = shown
  }

  /** Whether it was found to match the contract. */
  get isApproved(): boolean {
    return this.#isApproved
  }

  /** Marks it as matching the contract. */
  approve(): void {
    this.#isApproved = true
  }

  /** Whether it still shows the given things. */
  shows(things: readonly unknown[]): boolean {
    return things.length === this.#shown.length && things.every((thing, i) => thing === this.#shown[i])
  }

  /** The text, which `serialize` makes the first time. */
  textBy(serialize: (value: T) => string): string {
    if (this.#text === undefined) {
      this.#text = serialize(this.value)
      characters += this.#text.length
    }
    return this.#text
  }

  /** The text; empty before it was serialized. */
  get text(): string {
    return this.#text ?? ''
  }

  get weight(): number {
    return this.text.length
  }

  toJSON(): string {
    return this.text
  }
}

/** Maximum number of characters of the texts of all repeated answers. Beyond it, they are forgotten. */
const CHARACTERS_MAX = 16 * 1024 * 1024

let answers = new WeakMap<object, RepeatedAnswer<unknown>>()
let characters = 0

/**
 * The answer about a subject: the last one if it shows the same things, otherwise a new one. The subject and the things never change, and
 * together determine the answer.
 */
export function repeatedAnswer<T>(subject: object, things: readonly unknown[], make: () => T): RepeatedAnswer<T> {
  const last = answers.get(subject)
  if (last?.shows(things)) return last as RepeatedAnswer<T>
  if (characters > CHARACTERS_MAX) {
    answers = new WeakMap()
    characters = 0
  }
  const answer = new RepeatedAnswer(make(), things)
  answers.set(subject, answer)
  return answer
}
