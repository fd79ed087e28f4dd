import { isObject } from '../../../../kernel/support/is-object.ts'
import type { Schemas } from '../../../client/contract.ts'
import { BEHAVIOUR_KINDS, type Behaviour, type BehaviourKind } from './behaviour.ts'
import { PLACES } from './operations.ts'
import { schemasNamedIn, type Statements } from './schemas.ts'

type NamedStatements = Readonly<Record<string, Statements>>

/** What the calls of a suite relied on. */
interface Relied {
  /** The operations of the service and of pages. */
  readonly operations: readonly Schemas['CoveredOperation'][]
  /** The names of the errors that calls were refused with. */
  readonly errors: readonly string[]
  /** The ids of the assumptions. */
  readonly assumptions: readonly string[]
}

/** The statements that calls relied on: of each operation the sent parameters and fields, and the answers with their schemas. */
export function makeProof(behaviour: Behaviour, { operations, errors, assumptions }: Relied): Behaviour {
  const called = operations
    .filter(({ calls }) => calls > 0)
    .map((each): [string, Statements] => [each.operation, selectTouched(each, behaviour.operations[each.operation] ?? {})])
  return {
    version: behaviour.version,
    operations: Object.fromEntries(called),
    schemas: selectNamed(behaviour.schemas, schemasBehind(called, behaviour.schemas)),
    errors: selectNamed(behaviour.errors, errors),
    assumptions: selectNamed(behaviour.assumptions, assumptions),
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
  return selectPlaces(said, (place) => places.some((each) => place === each || (isWhole(each) && place.startsWith(`${each}/`))))
}

/** Whether the places inside a place are relied on as well. The fields of a body are listed one by one. */
function isWhole(place: string): boolean {
  return !place.startsWith(PLACES.field(''))
}

/** The names of all schemas of the pinned answers. */
function schemasBehind(called: readonly (readonly [string, Statements])[], schemas: NamedStatements): string[] {
  const found = new Set<string>()
  const waiting = called.flatMap(([, said]) => Object.values(said).flatMap(schemasNamedIn))
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name) || !Object.hasOwn(schemas, name)) continue
    found.add(name)
    waiting.push(...Object.values(schemas[name] ?? {}).flatMap(schemasNamedIn))
  }
  return [...found].toSorted()
}

function selectNamed(named: NamedStatements, names: readonly string[]): NamedStatements {
  return Object.fromEntries(names.toSorted().flatMap((name) => (named[name] ? [[name, named[name]]] : [])))
}

function selectPlaces(said: Statements, isChosen: (place: string) => boolean): Statements {
  return Object.fromEntries(Object.entries(said).filter(([place]) => isChosen(place)))
}

/** One place of which a proof and this version say different things. */
export interface BehaviourChange {
  readonly kind: BehaviourKind
  readonly name: string
  /** `undefined` if the name as a whole is gone. */
  readonly place: string | undefined
  /** `undefined` if the proof says nothing. */
  readonly from: string | undefined
  /** `undefined` if this version says nothing. */
  readonly to: string | undefined
}

/** What a version changes of the pinned statements, in the order of kinds, then by name. */
export function findChanges(proof: Behaviour, current: Behaviour): BehaviourChange[] {
  return BEHAVIOUR_KINDS.flatMap((kind) =>
    Object.entries(proof[kind])
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, from]) => listChanges(kind, name, from, getOwn(current[kind], name))),
  )
}

function listChanges(kind: BehaviourKind, name: string, from: Statements, to: Statements | undefined): BehaviourChange[] {
  if (!to) return [{ kind, name, place: undefined, from: summarize(from), to: undefined }]
  // A suite relied on some places of an operation, and on all of everything else.
  const places = new Set([...Object.keys(from), ...(kind === 'operations' ? [] : Object.keys(to))])
  return [...places]
    .toSorted()
    .filter((place) => getOwn(from, place) !== getOwn(to, place))
    .map((place) => ({ kind, name, place, from: getOwn(from, place), to: getOwn(to, place) }))
}

/** The text that stands for all statements about a name: the sentence of an assumption, the call of an operation, the title of an error. */
function summarize(statements: Statements): string {
  const found = ['says', 'call', 'title', ''].map((place) => getOwn(statements, place))
  return found.find((text) => text !== undefined) ?? ''
}

/** A value under a name that may come from a file. */
function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** The proof in a file. `name` is the name of the file, for errors. @throws Error that names the first part that cannot be used. */
export function readProof(name: string, value: unknown): Behaviour {
  if (!isObject(value) || typeof value['version'] !== 'string' || !isObject(value['operations']))
    throw new Error(`${name} is no proof: maildouble report --pin writes one.`)
  const read = (kind: BehaviourKind) => readEach(`${name}, ${kind}`, value[kind], (at, said) => readEach(at, said, readText))
  return {
    version: value['version'],
    operations: read('operations'),
    schemas: read('schemas'),
    errors: read('errors'),
    assumptions: read('assumptions'),
  }
}

function readEach<Read>(at: string, value: unknown, read: (at: string, said: unknown) => Read): Record<string, Read> {
  if (!isObject(value)) throw new Error(`${at}: an object is expected here.`)
  return Object.fromEntries(Object.entries(value).map(([name, said]) => [name, read(`${at}, ${name}`, said)]))
}

function readText(at: string, text: unknown): string {
  if (typeof text === 'string') return text
  throw new Error(`${at}: a text is expected here.`)
}
