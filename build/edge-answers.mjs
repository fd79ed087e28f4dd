// Generates the answers of the edge that faults can give, from spec/edge-answers.yaml.
import { edgeAnswers } from './spec.mjs'

/** @typedef {Record<string, any>} Json */

/** The module with all answers of the edge. */
export function edgeAnswersModule() {
  const entries = Object.entries(edgeAnswers()).map(([name, answer]) => [name, checked(name, answer)])
  return [
    '/** An answer of what stands in front of the service. */',
    'export interface EdgeAnswer {',
    '  readonly status: number',
    '  readonly title: string',
    '  readonly headers: Readonly<Record<string, string>>',
    '  /** The text; `none`, or `service` for the body that the service would have answered. */',
    '  readonly body: string',
    '  /** The real time until it answers, ISO 8601. */',
    '  readonly after?: string',
    '  /** What the client sees. */',
    '  readonly seen: string',
    '}\n',
    '/** The answers of the edge, by their names. */',
    `export const edgeAnswers = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const satisfies Readonly<Record<string, EdgeAnswer>>\n`,
    '/** The name of an answer of the edge. */',
    'export type EdgeAnswerName = keyof typeof edgeAnswers\n',
  ].join('\n')
}

/** The names of the answers that have a page of their own. */
export function edgePages() {
  return Object.entries(edgeAnswers()).flatMap(([name, { body }]) => (['none', 'service'].includes(body) ? [] : [name]))
}

/** @param {string} name @param {Json} answer */
function checked(name, answer) {
  for (const member of ['status', 'title', 'headers', 'body', 'seen']) {
    if (answer[member] === undefined) throw new Error(`The answer ${name} has no ${member}. Add it in spec/edge-answers.yaml.`)
  }
  return answer
}
