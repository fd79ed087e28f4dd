import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { documents, lenientDocuments } from '../../../kernel/contract/documents.ts'
import type { ContractName, OperationIndex } from '../../../kernel/contract/operation-index.ts'
import { routes as publicRoutes } from '../../../kernel/contract/public.ts'
import { routes } from '../../../kernel/contract/service.ts'
import type { CoverageScope, CoverageTally } from '../../log/coverage/tally.ts'
import { coverageScopeOrThrow } from './coverage.ts'
import { operationOrThrow } from '../requests/match.ts'
import type { ControlOperations, ControlContext } from '../context.ts'
import { CALLS, REFUSED_CALLS, type CoveragePlan } from '../../log/coverage/plan.ts'
import type { StoredViolation } from '../../log/coverage/violations.ts'
import { isoMillis } from '../../../kernel/support/time.ts'
import { SHOWN } from '../parameters.ts'
import { loadVocabulary, chooseWords } from '../../../service/vocabulary/words.ts'
import { noSuchWorld } from '../errors.ts'

type Assumption = ControlSchemas['Assumption']

export const contractOperations = {
  async getContract({ context, query: { contract = 'service', variant, world = 'default' } }) {
    const document = await (variant === 'strict' ? documents : lenientDocuments)[contract]()
    const handle = context.worlds.byId(world)
    // `default` may be unreadable.
    if (!handle && world !== 'default') throw noSuchWorld(context.worlds, world)
    const settings = handle?.world.settings ?? {}
    await loadVocabulary(settings)
    const url = contract === 'service' ? `${context.publicUrl}/3.0` : context.publicUrl
    return {
      ...(contract === 'service' ? chooseWords(settings).openApi(document) : document),
      servers: [{ url, description: 'This server' }],
    }
  },

  async getAssumptions({ context, query }) {
    const { world, confidence, leaned, limit = ASSUMPTIONS_SHOWN, offset = 0 } = query
    const operation = operationOrThrow(query.operation)
    await context.coverage.load()
    const scope = coverageScopeOrThrow(context, world)
    const found = joinAssumptions([
      ...(await listAssumptions(context, 'service', scope)),
      ...(await listAssumptions(context, 'public', scope)),
    ])
      .filter((each) => confidence === undefined || each.confidence === confidence)
      .filter((each) => operation === undefined || each.operations.includes(operation))
      .filter((each) => leaned === undefined || each.leaned > 0 === leaned)
    return { assumptions: found.slice(offset, offset + limit), total: found.length }
  },

  async getViolations({ context, query: { world, operation, side, limit = SHOWN, offset = 0 } }) {
    const { violations } = context.coverage
    operationOrThrow(operation)
    await context.coverage.load()
    coverageScopeOrThrow(context, world)
    const found = violations
      .all()
      .filter((each) => world === undefined || each.world === world)
      .filter((each) => operation === undefined || each.operation === operation)
      .filter((each) => side === undefined || each.side === side)
    return {
      violations: found.slice(offset, offset + limit).map(violationView),
      total: found.length,
      evicted: violations.evicted,
    }
  },
} satisfies Partial<ControlOperations>

/** Default limit; enough for all of them. */
const ASSUMPTIONS_SHOWN = 1_000

/** The assumptions of a contract, with the number of calls that relied on each. */
async function listAssumptions(
  { coverage, evidence }: ControlContext,
  contract: ContractName,
  scope: CoverageScope,
): Promise<Assumption[]> {
  const index = (await coverage.load())[contract]
  const plans = await coverage.plans(contract, contract === 'service' ? routes : publicRoutes)
  const leaned = assumptionsUsedIn(scope, index, plans)
  const used = plans.map((plan) => [plan.route.id, collectAssumptionNumbers(plan, index.refusals)] as const)
  const texts = await readContractTexts(contract)
  return index.assumptions.flatMap((id, number) => {
    const text = texts.get(id)
    if (!text) return []
    const operations = used.filter(([, numbers]) => numbers.has(number)).map(([operation]) => operation)
    const compared = evidence ? { evidence: evidence.about(id) } : {}
    return [{ id, ...text, operations, leaned: leaned.get(id) ?? 0, ...compared }]
  })
}

/** Merges assumptions that are in both contracts. */
function joinAssumptions(all: readonly Assumption[]): Assumption[] {
  const byId = new Map<string, Assumption>()
  for (const each of all) {
    const other = byId.get(each.id)
    byId.set(each.id, {
      ...each,
      operations: [...(other?.operations ?? []), ...each.operations],
      leaned: (other?.leaned ?? 0) + each.leaned,
    })
  }
  return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type Text = Pick<Assumption, 'confidence' | 'seen' | 'says'>

async function readContractTexts(contract: ContractName): Promise<Map<string, Text>> {
  const document = await documents[contract]()
  return new Map(Object.entries(document['x-assumptions'] ?? {}))
}

/** Number of calls that relied on each assumption of a contract, by assumption id. */
function assumptionsUsedIn(
  scope: CoverageScope,
  { assumptions, refusals }: OperationIndex,
  plans: readonly CoveragePlan[],
): Map<string, number> {
  const calls = new Map<string, number>()
  const add = (number: number, count: number) => {
    const id = assumptions[number]
    if (id !== undefined && count > 0) calls.set(id, (calls.get(id) ?? 0) + count)
  }
  for (const plan of plans) {
    const tally = scope.find(plan)
    if (tally) countAssumptions(plan, tally, refusals, add)
  }
  return calls
}

/** Each call counts once per assumption, however many of its parts rely on it. */
function countAssumptions(
  { entry, statuses, assumptionPoints }: CoveragePlan,
  { counts }: CoverageTally,
  refusals: readonly number[],
  add: (number: number, count: number) => void,
): void {
  const at = (counter: number | undefined): number => (counter === undefined ? 0 : (counts[counter] ?? 0))
  const always = new Set(entry.assumptions)
  for (const number of always) add(number, at(CALLS))
  for (const { status, assumptions: numbers } of entry.answers) {
    const answered = at(statuses.find(({ name }) => name === status)?.counter)
    for (const number of numbers) if (!always.has(number)) add(number, answered)
  }
  for (const number of refusals) if (!always.has(number)) add(number, at(REFUSED_CALLS))
  for (const { name, counter } of assumptionPoints) add(name, at(counter))
}

/** Numbers of all assumptions that an operation relies on. */
function collectAssumptionNumbers({ entry, errors }: CoveragePlan, refusals: readonly number[]): Set<number> {
  const members = [...entry.parameters, ...entry.fields]
  return new Set([
    ...entry.assumptions,
    ...entry.answers.flatMap(({ assumptions: own }) => own),
    ...(errors.length > 0 ? refusals : []),
    ...entry.body,
    ...(entry.otherwise ?? []),
    ...members.flatMap(({ assumptions: own = [], valueAssumptions: ofValues = [] }) => [...own, ...ofValues.flat()]),
  ])
}

function violationView(violation: StoredViolation): ControlSchemas['ContractViolation'] {
  const { world, operation, method, path, side, at, message, count, request, instant, last_request, last_instant } = violation
  return {
    world,
    ...(operation === undefined ? {} : { operation }),
    method,
    path,
    side,
    field: at,
    message,
    count,
    request,
    at: isoMillis(instant),
    last_request,
    last_at: isoMillis(last_instant),
  }
}
