import type { Schemas } from '../contract.ts'

/** The words in which a receiver is registered and webhooks arrive. Paths are below `/3.0`, and given in the words of the reference. */
export interface ReceiverWords {
  /** Translates a path to the words of the world. */
  readonly path: (path: string) => string
  /** Translates the body of a POST to the words of the world. */
  readonly body: (path: string, body: object) => unknown
  /** Translates the successful answer of a POST to the words of the reference. */
  readonly answer: (path: string, answer: unknown) => unknown
  /** Translates the keys of a problem object to those of the reference. */
  readonly problem: (problem: unknown) => unknown
  /** Translates the decoded form of a webhook to the words of the reference. */
  readonly payload: (form: Readonly<Record<string, unknown>>) => unknown
}

/** The words of the reference. */
export const REFERENCE_WORDS: ReceiverWords = {
  path: (path) => path,
  body: (_, body) => body,
  answer: (_, answer) => answer,
  problem: (problem) => problem,
  payload: (form) => form,
}

/** The words of a world. The translation is loaded for the first world with a vocabulary, since it needs the whole contract. */
export async function receiverWords({ vocabulary }: Schemas['Settings']): Promise<ReceiverWords> {
  if (!vocabulary) return REFERENCE_WORDS
  const [{ documents }, { Vocabulary }] = await Promise.all([
    import('../../../kernel/contract/documents.ts'),
    import('../../../service/vocabulary/vocabulary.ts'),
  ])
  // Only names of the contract are translated, so names below `merges` stay as users wrote them.
  const words = new Vocabulary(vocabulary, await documents.service())
  const sent = (path: string): string => words.paths.toDeployment(path)
  const routeOf = (path: string) => words.find(sent(path))?.match.item.POST
  return {
    path: sent,
    body: (path, body) => {
      const route = routeOf(path)
      return route ? words.bodyAsSent(route, body) : body
    },
    answer: (path, answer) => {
      const route = routeOf(path)
      return route ? words.answerOf(route, answer) : answer
    },
    problem: (problem) => words.problemOf(problem),
    payload: (form) => words.payloadOf(form),
  }
}
