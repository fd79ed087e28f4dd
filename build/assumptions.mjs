// Makes the reference page of assumptions: what the service's reference leaves open, what maildouble assumes, and with which
// confidence.
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

/** @param {Contract[]} contracts */
export function assumptionsPage(...contracts) {
  /** @type {[string, { confidence: string, seen?: string, says: string }][]} */
  const assumptions = Object.entries(Object.assign({}, ...contracts.map((contract) => contract['x-assumptions'])))
  const groups = [...new Set(assumptions.map(([id]) => id.split('.')[0] ?? ''))].toSorted()
  const operations = contracts.flatMap((contract) => [...operationsOf(contract)])
  const documented = operations.filter(({ operation }) => operation['x-provenance'] === 'documented')
  return [
    '# Assumptions about the service',
    '',
    'The contract in `spec/` marks each operation, parameter, property and error: `x-provenance: documented` if the',
    "service's own reference states it, `x-provenance: assumed` if the reference is silent and maildouble had to decide.",
    `${documented.length} of ${operations.length} operations are documented. Below are the ${assumptions.length} assumptions, each with a confidence.`,
    ...groups.flatMap((group) => [
      '',
      `## ${group}`,
      '',
      '| Assumption | Confidence | |',
      '|---|---|---|',
      ...assumptions
        .filter(([id]) => id.startsWith(`${group}.`))
        .map(
          ([id, { confidence, seen, says }]) =>
            `| <a id="${id}"></a>\`${id}\` | ${seen === undefined ? confidence : `${confidence}: ${seen}`} | ${says.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()} |`,
        ),
    ]),
    '',
  ].join('\n')
}
