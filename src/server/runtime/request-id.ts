import { stream, type Stream, uuid } from '../../kernel/support/random.ts'

/** The stream of a world's request ids. */
export function requestIdStream({ seed, id }: { readonly seed: string; readonly id: string }): Stream {
  return stream(`${seed}/${id}`, 'request')
}

/** The id of a call (`X-Request-Id`) by its number. */
export function requestIdOf(ids: Stream, number: number): string {
  return uuid(ids, number)
}
