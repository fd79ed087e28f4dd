import type { Validators } from '../../kernel/contract/check.ts'
import type { ResourceName, ServiceOperationId } from '../../kernel/contract/service.ts'
import { Defect, type FieldError } from '../../kernel/world/errors.ts'
import { loadAll, type OnDemand } from '../../kernel/world/on-demand.ts'
import type { DomainEvent, ReadTx, Tx, WorldRules } from '../../kernel/world/tx.ts'
import type { WorldState } from '../../kernel/world/world.ts'
import type { Manifest, PathCheck } from '../rules/manifest.ts'
import type { PathCall, Caller } from '../model/requests/call.ts'
import type { Fetches, Outbound } from '../rules/requests/operation.ts'
import { manifests, reactionOrder } from './manifests.ts'

const byName: { readonly [name: string]: Manifest } = manifests

const all: readonly Manifest[] = [...new Set(Object.values(byName))]

export const jobHandlers: WorldRules['jobs'] = Object.assign({}, ...all.map(({ jobs }) => jobs))

const jobModules: { readonly [kind: string]: OnDemand } = Object.assign({}, ...all.map(({ modules }) => modules?.jobs))

/** Loads the module of a job. Returns `undefined` if it is loaded, or if the job needs none. */
export function loadJob(kind: string): Promise<unknown> | undefined {
  return jobModules[kind]?.load()
}

let rowModules = all.flatMap(({ modules }) => modules?.rows ?? [])

/** Loads what reactions to changes of a world need. Returns `undefined` if it is loaded. */
export function loadReactions({ tables }: Pick<WorldState, 'tables'>): Promise<unknown> | undefined {
  if (rowModules.length === 0) return undefined
  const needed = rowModules.filter(({ table }) => tables[table.number] !== undefined)
  return needed.length === 0 ? undefined : loadRowModules(needed)
}

/** Loads what reactions to changes of any world need, for work that may make the first row of a table. */
export function loadAllReactions(): Promise<unknown> | undefined {
  return loadRowModules(rowModules)
}

function loadRowModules(needed: typeof rowModules): Promise<unknown> | undefined {
  const loading = loadAll(needed.flatMap(({ modules }) => modules))
  if (!loading) rowModules = rowModules.filter((each) => !needed.includes(each))
  return loading
}

type Loaders = (typeof manifests)[ResourceName]['operations']
type Both<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never
type All = Both<Awaited<ReturnType<Loaders>>>

/** One handler for each operation of the contract: a missing one does not compile, and is named in the error. */
const nothingMissing: { readonly [Id in Exclude<ServiceOperationId, keyof All>]: Handler } = {}

type Handler = (call: never) => unknown

const handlers = new Map<string, Handler>(Object.entries(nothingMissing))

export async function loadOperations(resource: string): Promise<void> {
  const manifest = byName[resource]
  if (!manifest?.operations) throw new Defect(`There are no handlers for ${resource}.`)
  const [operations, checkOfPath, checksOfBodies, preparationsOfBodies] = await Promise.all([
    manifest.operations(),
    manifest.checkPath?.(),
    manifest.checkBody?.(),
    manifest.prepareBody?.(),
    loadAll(manifest.modules?.rows?.flatMap(({ modules }) => modules) ?? []),
  ])
  for (const [id, handler] of Object.entries(operations)) handlers.set(id, handler as Handler)
  if (checkOfPath) pathChecks.set(resource, checkOfPath)
  for (const [id, check] of Object.entries(checksOfBodies ?? {})) bodyChecks.set(id, check as BodyCheck)
  for (const [id, preparation] of Object.entries(preparationsOfBodies ?? {})) bodyPreparations.set(id, preparation)
}

const bodyPreparations = new Map<string, (body: unknown) => Promise<unknown> | undefined>()

/** Loads or makes what an operation needs for its body. Returns `undefined` if it needs nothing. */
export function prepareBody(id: string, read: () => unknown): Promise<unknown> | undefined {
  return bodyPreparations.get(id)?.(read())
}

type BodyCheck = (call: never) => readonly FieldError[]

const bodyChecks = new Map<string, BodyCheck>()

/** A call whose body violates its schema. In the body, `null` stands for each part that does. */
export type FlawedOperationCall = Pick<OperationCall, 'tx' | 'path' | 'body' | 'checks'>

/** Lists how the body of a call breaks rules that no schema states. */
export function bodyMistakes(id: string, call: FlawedOperationCall): readonly FieldError[] {
  return bodyChecks.get(id)?.(call as never) ?? []
}

const pathChecks = new Map<string, PathCheck>()

/** Checks the path of a call before its body is read, for the resources whose errors have this order. */
export function checkPath(resource: string, tx: ReadTx, call: PathCall): void {
  pathChecks.get(resource)?.(tx, call)
}

/** Whether `checkPath` checks the calls of a resource. */
export function hasPathCheck(resource: string): boolean {
  return pathChecks.has(resource)
}

/** A call whose parts have been checked against the contract of its operation. */
export interface OperationCall {
  readonly tx: ReadTx
  readonly path: { readonly [parameter: string]: string }
  readonly query: { readonly [parameter: string]: unknown }
  readonly body: unknown
  readonly caller: Caller
  readonly checks: Validators
  readonly prepared?: unknown
}

/** Runs an operation. The server edge has checked the call, which justifies the cast. */
export function runOperation(id: string, call: OperationCall): unknown {
  const handler = handlers.get(id)
  if (!handler) throw new Defect(`The operation ${id} has no handler, or its resource has not been loaded.`)
  return handler(call as never)
}

/** The few operations that call other servers before they run. */
const fetches: Fetches = Object.assign({}, ...all.map(({ fetches: own }) => own))

/** Whether an operation calls other servers before it runs. */
export function needsOutbound(id: string): boolean {
  return Object.hasOwn(fetches, id)
}

/** A checked call of an operation. */
export interface UnpreparedCall {
  readonly tx: ReadTx
  readonly path: { readonly [parameter: string]: string }
  readonly body: unknown
  readonly outbound: Outbound
}

/** Starts the calls of other servers that an operation needs, if it needs any. May already reject the call. */
export function startFetch(id: string, call: UnpreparedCall): Promise<unknown> | undefined {
  const start = (fetches as { readonly [id: string]: (call: never) => Promise<unknown> | undefined })[id]
  return start?.(call as never)
}

type Reaction = (tx: Tx, event: never) => void

/** The reactions to each type of event, in the order in which they run. */
const reactions = new Map<string, Reaction[]>()

const reacting: readonly Manifest[] = reactionOrder.map((name) => manifests[name])

for (const { reactions: own = {} } of reacting)
  for (const [type, reaction] of Object.entries<Reaction>(own)) reactions.set(type, [...(reactions.get(type) ?? []), reaction])

for (const [name, manifest] of Object.entries(byName)) {
  const isReacting = manifest.reactions !== undefined
  if (isReacting && !reacting.includes(manifest))
    throw new Defect(`${name} reacts to events, but reactionOrder does not list it.`)
}

/** Runs the consequences of an event in other resources. */
export function react(tx: Tx, event: DomainEvent): void {
  for (const reaction of reactions.get(event.type) ?? []) reaction(tx, event as never)
}
