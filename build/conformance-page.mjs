// Writes conformance.json, and from it docs/conformance.md and the totals in README.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** @typedef {import('./conformance-record.mjs').Conformance} Conformance */
/** @typedef {import('./conformance-record.mjs').OperationRow} OperationRow */
/** @typedef {import('./conformance-record.mjs').MachineRow} MachineRow */
/** @typedef {import('./conformance-record.mjs').WebhookRow} WebhookRow */

const ROOT = resolve(import.meta.dirname, '..')
const FILE = resolve(ROOT, 'conformance.json')
const PAGE = resolve(ROOT, 'docs/conformance.md')
const README = resolve(ROOT, 'README.md')

/** The place of the totals in README.md. */
const TOTALS = /(<!-- conformance: [^>]*-->)[^]*?(<!-- end of conformance -->)/

/** @returns {Conformance} */
export function readConformance() {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}

/** Writes the file and its pages. @param {Conformance} conformance */
export function writeConformance(conformance) {
  writeFileSync(FILE, conformanceText(conformance))
  writeFileSync(PAGE, conformancePage(conformance))
  writeFileSync(README, withConformanceTotals(readFileSync(README, 'utf8'), conformance))
}

/** The text of conformance.json: the totals, and a line for each operation, machine and event. @param {Conformance} conformance */
export function conformanceText(conformance) {
  const { runs, operations, machines, webhooks } = conformance
  /** @param {readonly object[]} rows */
  const lines = (rows) => `[\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`
  return [
    '{',
    `  "runs": ${JSON.stringify(runs)},`,
    `  "totals": ${JSON.stringify(totalsOf(conformance))},`,
    `  "operations": ${lines(operations)},`,
    `  "machines": ${lines(machines)},`,
    `  "webhooks": ${lines(webhooks)}`,
    '}',
    '',
  ].join('\n')
}

/** The totals of each axis. They are never added up: each answers another question. @param {Conformance} conformance */
export function totalsOf({ runs, operations, machines, webhooks }) {
  const states = machines.flatMap((machine) => Object.values(machine.states))
  const transitions = machines.flatMap((machine) => machine.transitions)
  return {
    provenance: {
      operations: operations.length,
      documented: count(operations, ({ provenance }) => provenance === 'documented'),
      ...assumedWith(operations),
    },
    tests: { operations: count(operations, isTested), driving: runs.tests.driving, ...answeredIn(operations) },
    clients: {
      operations: count(operations, ({ clients }) => Object.keys(clients).length > 0),
      clients: Object.keys(runs.clients).length,
    },
    fuzz: { operations: count(operations, isFuzzed), cases: operations.reduce((sum, { fuzz }) => sum + fuzz.cases, 0) },
    machines: {
      states: states.length,
      reached: count(states, Boolean),
      transitions: transitions.length,
      made: count(transitions, ({ tests }) => tests > 0),
    },
    webhooks: { events: webhooks.length, sent: count(webhooks, ({ tests }) => tests > 0) },
  }
}

/** Returns README.md with the current totals. @param {string} page @param {Conformance} conformance */
export function withConformanceTotals(page, conformance) {
  if (!TOTALS.test(page)) throw new Error('README.md has no place for the totals of conformance: <!-- conformance: ... -->')
  const { provenance, tests, clients, fuzz, machines, webhooks } = totalsOf(conformance)
  const words = [
    `Of ${provenance.operations} operations, ${provenance.documented} are documented,`,
    `${tests.operations} called by tests, ${clients.operations} by generated clients of ${clients.clients} generators,`,
    `${fuzz.operations} fuzzed with ${formatted(fuzz.cases)} cases;`,
    `tests reach ${machines.reached} of ${machines.states} states and ${webhooks.sent} of ${webhooks.events} events of webhooks.`,
  ].join(' ')
  return page.replace(TOTALS, (_, begin, end) => `${begin}${words}${end}`)
}

/** docs/conformance.md. @param {Conformance} conformance */
export function conformancePage(conformance) {
  const { runs, operations, machines, webhooks } = conformance
  const { provenance, tests, clients, fuzz, machines: moved, webhooks: hooks } = totalsOf(conformance)
  const resources = [...new Set(operations.map(({ resource }) => resource))]
  return [
    '# Conformance',
    '',
    'This page lists what is known about each operation of the service, and how it is tested. Its makers have not compared it with the running service',
    "([`maildouble drift`](reality.md) does, with your account): what is documented is taken from the service's reference, the rest is assumed, with a confidence. The columns answer different questions, so they are not added up to a score.",
    '',
    'The same data is in [conformance.json](https://github.com/maildouble/maildouble/blob/main/conformance.json), with more of it for each operation.',
    '',
    '| Axis | | Of | Means |',
    '|---|---:|---:|---|',
    axis('Documented', provenance.documented, provenance.operations, "operations that the service's reference describes"),
    axis(
      'Assumed, recorded',
      provenance.recorded,
      provenance.operations,
      'operations that the reference only names or implies, and recordings of the service show',
    ),
    axis('Assumed, high', provenance.high, provenance.operations, 'the same without recordings, with high confidence'),
    axis('Assumed, medium', provenance.medium, provenance.operations, 'the same, with medium confidence'),
    axis('Assumed, low', provenance.low, provenance.operations, 'the same, with low confidence'),
    axis(
      'Driven by tests',
      tests.operations,
      provenance.operations,
      `operations that one of ${formatted(tests.driving)} tests has called`,
    ),
    axis(
      'Statuses in tests',
      tests.answered,
      tests.statuses,
      'statuses that the contract lists for an operation, errors of any call included, with which a test was answered',
    ),
    axis(
      'Driven by generated clients',
      clients.operations,
      provenance.operations,
      'operations that a client made by a generator has called',
    ),
    axis(
      'Fuzzed',
      fuzz.operations,
      provenance.operations,
      `operations that the fuzzer has called, with ${formatted(fuzz.cases)} cases`,
    ),
    axis('States', moved.reached, moved.states, 'states of [state machines](#state-machines) that a test has reached'),
    axis('Transitions', moved.made, moved.transitions, 'transitions between states that a test has made'),
    axis('Webhooks', hooks.sent, hooks.events, 'events of [webhooks](#webhooks) that a test has caused'),
    '',
    '## How it is measured',
    '',
    `- **Tests**: \`npm test\`, which calls the double in its own process. ${formatted(tests.driving)} tests in ${runs.tests.files} files called an operation, as the server counts calls.`,
    '  Answers that a fault or `X-Trigger-Error` makes do not count. The tests that start servers, browsers and stores come on top of these.',
    `- **Generated clients**: \`bash .ci/clients/run\` with ${named(runs.clients)}.`,
    '  Each runs the same short flow. Those of @hey-api/openapi-ts and openapi-python-client call every operation as well; the models of the latter keep all of each answer.',
    `- **Fuzzed**: \`bash .ci/fuzz service public\` with the seed ${runs.fuzz.seed}${runs.fuzz.factor === 1 ? '' : ` and the factor ${runs.fuzz.factor}`}, which runs all checks of schemathesis. A case is a call of the operation.`,
    '',
    '`npm run conformance` runs all of this and writes the page; `npm run docs` updates what follows from the contract.',
    '',
    '## Resources',
    '',
    'The number of operations of each resource: all, documented, driven by tests, driven by tests to a success, driven by generated clients, and fuzzed.',
    '',
    '| Resource | Operations | Documented | Tests | Success | Clients | Fuzzed |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...resources.map((name) =>
      resourceLine(
        name,
        operations.filter(({ resource }) => resource === name),
      ),
    ),
    ...resources.flatMap((name) =>
      operationTable(
        name,
        operations.filter(({ resource }) => resource === name),
        runs.clients,
      ),
    ),
    '',
    '## State machines',
    '',
    'The moves are in [state-machines.md](https://github.com/maildouble/maildouble/blob/main/docs/internals/state-machines.md).',
    '',
    '| Machine | States | Transitions | Never in tests |',
    '|---|---:|---:|---|',
    ...machines.map(machineLine),
    '',
    '## Webhooks',
    '',
    'The number of tests in which each event was caused, in all and by the state that its delivery reached. Tests that only look at payloads record them instead of sending them.',
    '',
    '| Event | Provenance | Tests | Deliveries |',
    '|---|---|---:|---|',
    ...webhooks.map(webhookLine),
    '',
  ].join('\n')
}

/** @param {string} name @param {number} part @param {number} all @param {string} means */
function axis(name, part, all, means) {
  return `| ${name} | ${formatted(part)} | ${formatted(all)} | ${means} |`
}

/** @param {string} name @param {readonly OperationRow[]} rows */
function resourceLine(name, rows) {
  const cells = [
    rows.length,
    count(rows, ({ provenance }) => provenance === 'documented'),
    count(rows, isTested),
    count(rows, ({ tests }) => Object.keys(tests.statuses).some((status) => status < '400')),
    count(rows, ({ clients }) => Object.keys(clients).length > 0),
    count(rows, isFuzzed),
  ]
  return `| [${name}](#${name}) | ${cells.join(' | ')} |`
}

/** @param {string} name @param {readonly OperationRow[]} rows @param {Record<string, string>} generators */
function operationTable(name, rows, generators) {
  return [
    '',
    `### ${name}`,
    '',
    '| Operation | Provenance | Parts: documented, recorded, high, medium, low | Tests | Statuses in tests | Clients | Cases |',
    '|---|---|---|---:|---|---|---:|',
    ...rows.map((row) => {
      const { operation, method, path, provenance, confidence, parts, tests, clients, fuzz } = row
      const called = Object.keys(clients)
      const cells = [
        `${operation}<br>\`${method} ${path}\``,
        confidence ? `${provenance}, ${confidence}` : provenance,
        [parts.documented, parts.recorded, parts.high, parts.medium, parts.low].join(', '),
        tests.tests,
        Object.keys(tests.statuses).join(' ') || '–',
        called.length > 1 && called.length === Object.keys(generators).length ? 'all' : called.join(', ') || '–',
        fuzz.cases,
      ]
      return `| ${cells.join(' | ')} |`
    }),
  ]
}

/** @param {MachineRow} row */
function machineLine({ machine, states, transitions }) {
  const all = Object.values(states)
  const never = transitions.filter(({ tests }) => tests === 0)
  const names = never.map(({ from, to, moves }) => `${from || 'new'} → ${to}${moves.length > 0 ? ` (${moves.join(', ')})` : ''}`)
  return `| ${machine} | ${count(all, Boolean)} of ${all.length} | ${transitions.length - never.length} of ${transitions.length} | ${names.join('<br>') || '–'} |`
}

/** @param {WebhookRow} row */
function webhookLine({ event, provenance, confidence, tests, outcomes }) {
  const states = Object.entries(outcomes).map(([state, each]) => `${state} ${each}`)
  return `| ${event} | ${confidence ? `${provenance}, ${confidence}` : provenance} | ${tests} | ${states.join(', ') || '–'} |`
}

/** @param {OperationRow} row */
function isTested({ tests }) {
  return tests.tests > 0
}

/** @param {OperationRow} row */
function isFuzzed({ fuzz }) {
  return fuzz.cases > 0
}

/** The number of assumed operations by confidence. @param {readonly OperationRow[]} rows */
function assumedWith(rows) {
  const of = (/** @type {string} */ wanted) => count(rows, ({ confidence }) => confidence === wanted)
  return { recorded: of('recorded'), high: of('high'), medium: of('medium'), low: of('low') }
}

/** The statuses of the contract over all operations, and the statuses of answers in tests. @param {readonly OperationRow[]} rows */
function answeredIn(rows) {
  const answered = rows.flatMap(({ statuses, tests }) => statuses.filter((status) => tests.statuses[status]))
  return { statuses: rows.reduce((sum, { statuses }) => sum + statuses.length, 0), answered: answered.length }
}

/** @template Item @param {readonly Item[]} items @param {(item: Item) => boolean} is */
function count(items, is) {
  return items.filter(is).length
}

/** A number with commas. @param {number} value */
function formatted(value) {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** @param {Record<string, string>} versions */
function named(versions) {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
}
