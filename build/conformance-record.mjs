// Makes the content of conformance.json: what the contract says about each operation, and what was measured (build/conformance.mjs).
import { assumptionsOf } from './assumptions-of.mjs'
import { operationsOf, resolved } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {import('./machines-page.mjs').Machine} Machine */
/** @typedef {Record<string, any>} Json */
/** @typedef {'recorded' | 'high' | 'medium' | 'low'} Confidence */
/** Number of tests that drove an operation, a status or an error, in total and by outcome. @typedef {{ tests: number, outcomes: Record<string, number> }} Driven */
/** What the tests drove: operations by contract and id, moves by machine as `from > to`, and events of webhooks.
 * @typedef {{ files: number, driving: number, operations: Record<string, Driven>, moves: Record<string, Driven>, events: Record<string, Driven> }} TestsRun */
/** @typedef {Record<string, { version: string, operations: readonly { operation: string, statuses: readonly number[] }[] }>} ClientsRun */
/** @typedef {{ seed: string, factor: number, operations: Record<string, { cases: number, statuses: readonly number[] }> }} FuzzRun */
/** What was measured, each part by a run of its own. @typedef {{ tests: TestsRun, clients: ClientsRun, fuzz: FuzzRun }} Measured */
/** The published contracts of the service. @typedef {{ service: Contract, public: Contract }} Contracts */
/** @typedef {{ documented: number, recorded: number, high: number, medium: number, low: number }} Provenances */
/** @typedef {{ operation: string, contract: keyof Contracts, resource: string, method: string, path: string, provenance: 'documented' | 'assumed',
 *   confidence?: Confidence, parts: Provenances, assumptions: readonly string[], statuses: readonly number[],
 *   tests: { tests: number, statuses: Record<string, number> }, clients: Record<string, readonly number[]>,
 *   fuzz: { cases: number, statuses: readonly number[] } }} OperationRow */
/** @typedef {{ machine: string, states: Record<string, boolean>, transitions: readonly { from: string, to: string, moves: readonly string[], tests: number }[] }} MachineRow */
/** @typedef {{ event: string, provenance: 'documented' | 'assumed', confidence?: Confidence, tests: number, outcomes: Record<string, number> }} WebhookRow */
/** @typedef {{ runs: { tests: { files: number, driving: number }, clients: Record<string, string>, fuzz: { seed: string, factor: number } },
 *   operations: readonly OperationRow[], machines: readonly MachineRow[], webhooks: readonly WebhookRow[] }} Conformance */

/**
 * The content of conformance.json. What was measured about operations, moves and events that do not exist any more is left out.
 * @param {Contracts} contracts @param {readonly Machine[]} machines @param {Measured} measured @returns {Conformance}
 */
export function conformanceOf(contracts, machines, { tests, clients, fuzz }) {
  const { files, driving } = tests
  return {
    runs: {
      tests: { files, driving },
      clients: Object.fromEntries(Object.entries(clients).map(([name, { version }]) => [name, version])),
      fuzz: { seed: fuzz.seed, factor: fuzz.factor },
    },
    operations: [...rowsOf('service', contracts.service), ...rowsOf('public', contracts.public)],
    machines: machines.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((machine) => machineRow(machine, tests)),
    webhooks: Object.entries(contracts.service.webhooks ?? {}).map(([event, item]) => {
      const [content] = Object.values(/** @type {Json} */ (item).post.requestBody.content)
      const { provenance, confidence } = provenanceOf(resolved(contracts.service, content.schema))
      const { tests: count = 0, outcomes = {} } = tests.events[event] ?? {}
      return { event, provenance, ...(confidence && { confidence }), tests: count, outcomes: ordered(outcomes) }
    }),
  }

  /** @param {keyof Contracts} name @param {Contract} contract @returns {OperationRow[]} */
  function rowsOf(name, contract) {
    const resources = contract.tags.map((tag) => tag.name)
    const rankOf = (/** @type {{ operation: Json }} */ { operation }) => resources.indexOf(operation['tags'][0])
    const operations = [...operationsOf(contract)].toSorted((a, b) => rankOf(a) - rankOf(b))
    return operations.map(({ path, method, operation }) => {
      const { operationId } = operation
      const key = `${name} ${operationId}`
      const { provenance, confidence } = provenanceOf(operation)
      const { tests: count = 0, outcomes = {} } = tests.operations[key] ?? {}
      return {
        operation: operationId,
        contract: name,
        resource: operation.tags[0] ?? '',
        method,
        path,
        provenance,
        ...(confidence && { confidence }),
        parts: partsOf(contract, operation),
        assumptions: assumptionsOf(contract, operation),
        statuses: statusesOf(operation),
        tests: { tests: count, statuses: ordered(outcomes) },
        // Clients are generated from the contract of the service.
        clients: name === 'service' ? calledBy(clients, operationId) : {},
        fuzz: fuzz.operations[key] ?? { cases: 0, statuses: [] },
      }
    })
  }
}

/** What was measured, from the content of conformance.json. @param {Conformance} conformance @returns {Measured} */
export function measuredIn({ runs, operations, machines, webhooks }) {
  /** @type {ClientsRun} */
  const clients = Object.fromEntries(
    Object.entries(runs.clients).map(([name, version]) => [
      name,
      {
        version,
        operations: operations.flatMap(({ operation, clients: called }) => {
          const statuses = called[name]
          return statuses ? [{ operation, statuses }] : []
        }),
      },
    ]),
  )
  const keyed = operations.map((row) => /** @type {const} */ ([`${row.contract} ${row.operation}`, row]))
  return {
    tests: {
      ...runs.tests,
      operations: Object.fromEntries(keyed.map(([key, row]) => [key, { tests: row.tests.tests, outcomes: row.tests.statuses }])),
      moves: Object.fromEntries(
        machines.map(({ machine, transitions }) => [
          machine,
          { tests: 0, outcomes: Object.fromEntries(transitions.map(({ from, to, tests }) => [`${from} > ${to}`, tests])) },
        ]),
      ),
      events: Object.fromEntries(webhooks.map(({ event, tests, outcomes }) => [event, { tests, outcomes }])),
    },
    clients,
    fuzz: { ...runs.fuzz, operations: Object.fromEntries(keyed.map(([key, { fuzz }]) => [key, fuzz])) },
  }
}

/** @param {Json} node @returns {{ provenance: 'documented' | 'assumed', confidence?: Confidence }} */
function provenanceOf(node) {
  return node['x-provenance'] === 'documented'
    ? { provenance: 'documented' }
    : { provenance: 'assumed', confidence: node['x-confidence'] }
}

/** The parameters of an operation, the members of its body, and its answers with their members, by their provenance. Errors are left out: all
 * of them are assumed. @param {Contract} contract @param {Json} operation @returns {Provenances} */
function partsOf(contract, operation) {
  const parts = { documented: 0, recorded: 0, high: 0, medium: 0, low: 0 }
  const followed = new Set()
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node.$ref === 'string') {
      if (followed.has(node.$ref)) return
      followed.add(node.$ref)
      return visit(resolved(contract, node))
    }
    if (node['x-provenance'] && node !== operation) parts[provenanceOf(node).confidence ?? 'documented']++
    for (const [key, child] of Object.entries(node)) {
      if (key === 'example' || key === 'examples' || key.startsWith('x-')) continue
      if (key === 'responses') visit(Object.values(child).filter((response) => !resolved(contract, response)['x-words']))
      else visit(child)
    }
  }
  visit(operation)
  return parts
}

/** The statuses that the contract lists for an operation. @param {Json} operation */
function statusesOf({ responses }) {
  return Object.keys(responses)
    .map(Number)
    .toSorted((a, b) => a - b)
}

/** The statuses with which each client was answered. @param {ClientsRun} clients @param {string} id */
function calledBy(clients, id) {
  return Object.fromEntries(
    Object.entries(clients).flatMap(([name, { operations }]) => {
      const found = operations.find(({ operation }) => operation === id)
      return found ? [[name, found.statuses]] : []
    }),
  )
}

/** @param {Machine} machine @param {TestsRun} tests @returns {MachineRow} */
function machineRow({ name, states, moves }, tests) {
  /** @type {Map<string, string[]>} */
  const pairs = new Map()
  for (const [state, kind] of Object.entries(states)) if (kind === 'initial') pairs.set(` > ${state}`, [])
  for (const [move, { from, to }] of Object.entries(moves))
    for (const state of from) pairs.set(`${state} > ${to}`, [...(pairs.get(`${state} > ${to}`) ?? []), move])
  const transitions = [...pairs].map(([pair, names]) => {
    const [from = '', to = ''] = pair.split(' > ')
    return { from, to, moves: names, tests: tests.moves[name]?.outcomes[pair] ?? 0 }
  })
  const reached = new Set(transitions.flatMap((each) => (each.tests > 0 ? [each.to] : [])))
  return {
    machine: name,
    states: Object.fromEntries(Object.keys(states).map((state) => [state, reached.has(state)])),
    transitions,
  }
}

/** Counts in the order of their names. @param {Record<string, number>} counts */
function ordered(counts) {
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
