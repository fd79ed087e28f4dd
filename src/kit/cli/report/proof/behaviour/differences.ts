import { sha256 } from '../../../../../kernel/support/digest.ts'
import { BEHAVIOUR_KINDS, type Behaviour, type BehaviourKind } from './behaviour.ts'
import type { Statements } from './schemas.ts'

/** One place of which two versions say different things. */
export interface BehaviourChange {
  readonly kind: BehaviourKind
  readonly name: string
  /** `undefined` if the name as a whole was added or removed. */
  readonly place: string | undefined
  /** `undefined` if the older version says nothing. */
  readonly from: string | undefined
  /** `undefined` if the newer version says nothing. */
  readonly to: string | undefined
}

/** What changed from one version to another, in the order of kinds, then by name. */
export function behaviourChanges(older: Behaviour, newer: Behaviour): BehaviourChange[] {
  return BEHAVIOUR_KINDS.flatMap((kind) =>
    namesIn(older[kind], newer[kind]).flatMap((name) =>
      listChanges(kind, name, getOwn(older[kind], name), getOwn(newer[kind], name)),
    ),
  )
}

function listChanges(
  kind: BehaviourKind,
  name: string,
  from: Statements | undefined,
  to: Statements | undefined,
): BehaviourChange[] {
  if (!from || !to) return [{ kind, name, place: undefined, from: from && summaryOf(from), to: to && summaryOf(to) }]
  return namesIn(from, to)
    .filter((place) => getOwn(from, place) !== getOwn(to, place))
    .map((place) => ({ kind, name, place, from: getOwn(from, place), to: getOwn(to, place) }))
}

/** The text that stands for all statements about a name: the sentence of an assumption, the call of an operation, the title of an error. */
function summaryOf(statements: Statements): string {
  return (
    getOwn(statements, 'says') ??
    getOwn(statements, 'call') ??
    getOwn(statements, 'title') ??
    getOwn(statements, 'default') ??
    getOwn(statements, '') ??
    ''
  )
}

function namesIn(older: object, newer: object): string[] {
  return [...new Set([...Object.keys(older), ...Object.keys(newer)])].toSorted()
}

/** A value under a name that may come from a file. */
function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** A short digest of what is said about a name. */
export function digestStatements(statements: Statements): string {
  const inOrder = Object.entries(statements).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sha256(JSON.stringify(inOrder)).slice(0, DIGEST_LENGTH)
}

const DIGEST_LENGTH = 16
