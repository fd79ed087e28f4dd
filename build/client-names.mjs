// The names that the client's types know, and the types for text of a certain form. A schema of the control API refers to one of them
// with `x-names`.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { edgePages } from './edge-answers.mjs'
import { edgeAnswers, operationsOf, tableWords } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

const ROOT = resolve(import.meta.dirname, '..')

/** Each type by the word for it in `x-names`: its name, its description, and its TypeScript.
 * @param {Contract} service @param {Contract} pages @returns {Record<string, { name: string, says: string, type: string }>} */
export function clientNames(service, pages) {
  const operations = [service, pages].flatMap((contract) =>
    [...operationsOf(contract)].map(({ operation }) => operation.operationId),
  )
  return {
    operation: {
      name: 'ServiceOperation',
      says: 'The operationIds of the service and of its pages.',
      type: unionOf(operations),
    },
    preset: {
      name: 'ProblemPreset',
      says: 'The keys of the error catalogue.',
      type: unionOf(Object.keys(service['x-errors'])),
    },
    edge: { name: 'EdgePreset', says: 'The names of the answers of the edge.', type: unionOf(Object.keys(edgeAnswers())) },
    edge_body: {
      name: 'AnswerBody',
      says: 'No body, the body of the service, the page of an answer of the edge, a text, or bytes in base64.',
      type: `${unionOf(['none', 'service', ...edgePages()])} | { text: string } | { base64: string }`,
    },
    table: {
      name: 'WorldTable',
      says: 'The tables of a world.',
      type: unionOf(Object.values(tableWords()).flatMap(Object.keys)),
    },
    scenario: {
      name: 'ScenarioName',
      says: 'The scenarios that ship, and any other name: that of a scenario of your own.',
      type: `${unionOf(scenariosIn('scenarios'))} | (string & {})`,
    },
    duration: {
      name: 'Duration',
      says: 'An ISO 8601 duration of weeks, days, hours, minutes and seconds, such as `PT5M` or `P1DT0.5S`.',
      type: durationType(),
    },
    glob: { name: 'PathGlob', says: 'A glob of paths.', type: '`/${string}` | `**${string}`' },
    status: {
      name: 'StatusFilter',
      says: 'A status, a class of statuses, or `none` for calls without an answer.',
      type: "number | `${number}` | `${1 | 2 | 3 | 4 | 5}${'xx' | 'XX'}` | 'none'",
    },
    pointers: {
      name: 'ValuesByPointer',
      says: 'Values by JSON pointer. The empty pointer is the whole body.',
      type: "{ readonly [pointer: `/${string}`]: unknown; readonly ''?: unknown }",
    },
  }
}

/** Each order of units that ISO 8601 allows. A unit has any number. */
function durationType() {
  const dates = partsOf(['W', 'D'])
  const times = partsOf(['H', 'M', 'S']).map((time) => `T${time}`)
  const all = [...dates, ...times, ...dates.flatMap((date) => times.map((time) => date + time))]
  return all.map((each) => `\`P${each}\``).join(' | ')
}

/** The selections of at least one unit, in their order. @param {readonly string[]} units @returns {string[]} */
function partsOf([unit, ...others]) {
  if (unit === undefined) return []
  const rest = partsOf(others)
  return [`\${number}${unit}`, ...rest, ...rest.map((each) => `\${number}${unit}${each}`)]
}

/** @param {readonly string[]} names */
function unionOf(names) {
  return names
    .toSorted()
    .map((name) => `'${name}'`)
    .join(' | ')
}

/** The scenarios in a folder. @param {string} folder */
function scenariosIn(folder) {
  return readdirSync(resolve(ROOT, folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
}
