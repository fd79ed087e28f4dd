import {
  BEHAVIOUR_KINDS,
  type Behaviour,
  behaviourChanges,
  behaviourIn,
  type BehaviourChange,
  type BehaviourKind,
  digestStatements,
  eachNamed,
  PLACES,
  schemasNamedIn,
  type Statements,
  statementsIn,
} from './behaviour/index.ts'
import { isObject } from '../../../../kernel/support/is-object.ts'
import type { Schemas } from '../../../client/contract.ts'

/** What the contract says about one name that a suite relied on, and a digest of it. */
interface Pinned {
  readonly digest: string
  readonly says: Statements
}

/** The statements of the contract that the calls of a suite relied on. */
export type Proof = { readonly version: string } & {
  readonly [Kind in BehaviourKind]: Readonly<Record<string, Pinned>>
}

/** What the calls of a suite relied on. */
export interface Relied {
  /** The operations of the service and of pages. */
  readonly operations: readonly Schemas['CoveredOperation'][]
  /** The names of the errors that calls were refused with. */
  readonly errors: readonly string[]
  /** The ids of the assumptions. */
  readonly assumptions: readonly string[]
}

/** Pins the statements that calls relied on: of each operation the sent parameters and fields, and the answers with their schemas. */
export function makeProof(behaviour: Behaviour, { operations, errors, assumptions }: Relied): Proof {
  const called = operations
    .filter(({ calls }) => calls > 0)
    .map((each): [string, Statements] => [each.operation, selectTouched(each, behaviour.operations[each.operation] ?? {})])
  return {
    version: behaviour.version,
    operations: pinStatements(Object.fromEntries(called)),
    schemas: pinStatements(selectNamed(behaviour.schemas, schemasBehind(called, behaviour.schemas))),
    errors: pinStatements(selectNamed(behaviour.errors, errors)),
    assumptions: pinStatements(selectNamed(behaviour.assumptions, assumptions)),
    settings: {},
  }
}

/** The places of an operation that its calls touched. A place inside a touched one counts as well. */
function selectTouched({ statuses, parameters, fields }: Schemas['CoveredOperation'], said: Statements): Statements {
  const met = <Part extends { readonly calls: number }>(parts: readonly Part[]) => parts.filter(({ calls }) => calls > 0)
  const places = [
    PLACES.call,
    ...met(parameters).map(({ name }) => PLACES.parameter(name)),
    ...met(fields).map(({ name }) => PLACES.field(name)),
    ...met(statuses).map(({ status }) => PLACES.answer(status)),
  ]
  return chosenWhere(said, (place) => places.some((each) => place === each || (isWhole(each) && place.startsWith(`${each}/`))))
}

/** Whether the places inside a place are relied on as well. The fields of a body are listed one by one. */
function isWhole(place: string): boolean {
  return !place.startsWith(PLACES.field(''))
}

/** The names of all schemas of the pinned answers. */
function schemasBehind(called: readonly (readonly [string, Statements])[], schemas: Behaviour['schemas']): string[] {
  const found = new Set<string>()
  const waiting = called.flatMap(([, said]) => Object.values(said).flatMap(schemasNamedIn))
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || !Object.hasOwn(schemas, name)) continue
    found.add(name)
    waiting.push(...Object.values(schemas[name] ?? {}).flatMap(schemasNamedIn))
  }
  return [...found].toSorted()
}

function selectNamed(named: Readonly<Record<string, Statements>>, names: readonly string[]): Record<string, Statements> {
  return Object.fromEntries(names.toSorted().flatMap((name) => (named[name] ? [[name, named[name]]] : [])))
}

function chosenWhere(said: Statements, isChosen: (place: string) => boolean): Statements {
  return Object.fromEntries(Object.entries(said).filter(([place]) => isChosen(place)))
}

function pinStatements(named: Readonly<Record<string, Statements>>): Record<string, Pinned> {
  return Object.fromEntries(Object.entries(named).map(([name, says]) => [name, { digest: digestStatements(says), says }]))
}

/** What a version changes of the pinned statements. */
export function changesOfProof(proof: Proof, current: Behaviour): BehaviourChange[] {
  const pinned = Object.fromEntries(BEHAVIOUR_KINDS.map((kind) => [kind, readStatements(proof[kind])]))
  const kept = Object.fromEntries(
    BEHAVIOUR_KINDS.map((kind) => [kind, selectPinned(kind, readStatements(proof[kind]), current[kind])]),
  )
  return behaviourChanges(
    behaviourIn('the proof', { version: proof.version, ...pinned }),
    behaviourIn('this version', { version: current.version, ...kept }),
  )
}

/** The current statements about the pinned names; about an operation only those for the pinned places. */
function selectPinned(
  kind: BehaviourKind,
  pinned: Readonly<Record<string, Statements>>,
  current: Readonly<Record<string, Statements>>,
): Record<string, Statements> {
  const found = selectNamed(current, Object.keys(pinned))
  if (kind !== 'operations') return found
  return Object.fromEntries(
    Object.entries(found).map(([name, said]) => [name, chosenWhere(said, (place) => Object.hasOwn(pinned[name] ?? {}, place))]),
  )
}

function readStatements(pinned: Readonly<Record<string, Pinned>>): Record<string, Statements> {
  return Object.fromEntries(Object.entries(pinned).map(([name, { says }]) => [name, says]))
}

/** The proof in a file. `name` is the name of the file, for errors. @throws Error if it is none, or if its texts were edited. */
export function proofIn(name: string, value: unknown): Proof {
  if (!isObject(value) || typeof value['version'] !== 'string' || !isObject(value['operations']))
    throw new Error(`${name} is no proof: maildouble report --pin writes one.`)
  const read = (kind: BehaviourKind) => eachNamed(`${name}, ${kind}`, value[kind], pinnedIn)
  return {
    version: value['version'],
    operations: read('operations'),
    schemas: read('schemas'),
    errors: read('errors'),
    assumptions: read('assumptions'),
    settings: read('settings'),
  }
}

function pinnedIn(at: string, value: unknown): Pinned {
  if (!isObject(value)) throw new Error(`${at}: an object is expected here.`)
  const says = statementsIn(`${at}, says`, value['says'])
  const digest = digestStatements(says)
  if (value['digest'] !== digest)
    throw new Error(
      `${at}: the digest does not fit what is said, so the file was edited. Write it again with maildouble report --pin.`,
    )
  return { digest, says }
}
