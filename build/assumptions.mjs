// docs/internals/assumptions.md: what the service's reference leaves open, how it is decided here, and how sure that is.
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */

/** @param {Contract[]} contracts */
export function assumptionsPage(...contracts) {
  /** @type {[string, { confidence: string, says: string }][]} */
  const assumptions = Object.entries(Object.assign({}, ...contracts.map((contract) => contract['x-assumptions'])))
  const groups = [...new Set(assumptions.map(([id]) => id.split('.')[0] ?? ''))].toSorted()
  const operations = contracts.flatMap((contract) => [...operationsOf(contract)])
  const documented = operations.filter(({ operation }) => operation['x-provenance'] === 'documented')
  return [
    '# What is known and what is assumed',
    '',
    'The contract in `spec/` marks each operation, parameter, property and error: `x-provenance: documented` where the',
    "service's own reference states it, `x-provenance: assumed` where the reference is silent and a decision had to be made.",
    `${documented.length} of ${operations.length} operations are documented; these are the ${assumptions.length} assumptions, with the confidence in each.`,
    '',
    'This page is written by `npm run docs` from `spec/assumptions/`.',
    ...groups.flatMap((group) => [
      '',
      `## ${group}`,
      '',
      '| Assumption | Confidence | |',
      '|---|---|---|',
      ...assumptions
        .filter(([id]) => id.startsWith(`${group}.`))
        .map(
          ([id, { confidence, says }]) =>
            `| <a id="${id}"></a>\`${id}\` | ${confidence} | ${says.replaceAll('|', '\\|').replaceAll('\n', ' ').trim()} |`,
        ),
    ]),
    '',
  ].join('\n')
}
