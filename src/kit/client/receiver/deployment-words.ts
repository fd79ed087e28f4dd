import { documents } from '../../../kernel/contract/documents.ts'
import { Vocabulary } from '../../../service/vocabulary/vocabulary.ts'
import type { VocabularySetting, ReceiverWords } from './words.ts'

/** The words of a deployment. Only names of the contract are translated, so names below `merges` stay as users wrote them. */
export async function deploymentWords(vocabulary: VocabularySetting): Promise<ReceiverWords> {
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
