import type { Route } from '../../kernel/contract/route.ts'
import type { ReadTx } from '../../kernel/world/tx.ts'
import { runOperation } from '../resources/index.ts'
import type { Caller } from '../model/requests/call.ts'
import { checkAnswer, requireChecks } from './checks.ts'
import { readQuery } from './query.ts'
import { tokens } from '../model/oauth/token.ts'
import { errors } from '../model/errors.ts'
import { readAccount } from '../model/root/account.ts'

/** An operation, and the parameters in the path of a call. */
export interface FoundOperation {
  readonly route: Route
  readonly path: { readonly [parameter: string]: string }
}

/** A call in the words of the reference. */
export interface DecodedCall extends FoundOperation {
  readonly query: ReadonlyMap<string, string>
  /** The parsed body; `undefined` if there is none. */
  readonly body: unknown
  readonly caller: Caller
  /** What was fetched before the transaction, for the few operations that need data from outside. */
  readonly prepared?: unknown
}

/**
 * The caller with an access token, or with an API key of the account if there is no token. Rejects a revoked token or key, a disabled
 * account, and what the role of the user does not allow.
 */
export function identifyCaller(tx: ReadTx, token: string | undefined, method: string): Caller {
  if (token !== undefined && tx.first(tokens.key, { token })?.status !== 'valid') throw errors.tokenRevoked()
  const { disabled, role, key_revoked } = readAccount(tx)
  if (token === undefined && key_revoked) throw errors.keyRevoked()
  if (disabled) throw errors.disabled()
  if (role === 'viewer' && method !== 'GET') throw errors.notPermitted('The user is a viewer of this account, who can only read.')
  return { ip: tx.settings.caller_address, source: 'api', token }
}

/** The result of a call, before it is written in the words of the deployment. */
export interface CallAnswer {
  readonly status: number
  /** `undefined` if there is no body. */
  readonly answer: unknown
  /** The parameters of the query, read. */
  readonly query: { readonly [parameter: string]: unknown }
  /** Selects the members that `fields` and `exclude_fields` ask for, if the call has these parameters. */
  readonly select: ReturnType<typeof readSelection>
}

/** Performs a call in a transaction, over HTTP and in batches alike, and checks its answer against the contract. Its body has been checked. */
export function performCall(tx: ReadTx, { route, path, query: given, body, caller, prepared }: DecodedCall): CallAnswer {
  const checks = requireChecks(route.resource)
  const query = readQuery(route.query, given)
  const select = readSelection(query)
  const answer = runOperation(route.id, { tx, path, query, body, caller, prepared, checks })
  checkAnswer(route, checks, answer)
  return { status: route.statusSetting ? tx.settings[route.statusSetting] : route.status, answer, query, select }
}

type Json = { readonly [name: string]: unknown }

/** The fields that a request selects or excludes, as a tree. */
interface FieldTree {
  /** Whether the whole value is meant, whatever is named below it. */
  whole: boolean
  readonly below: Map<string, FieldTree>
}

export type Select = (answer: unknown) => unknown

/**
 * `fields` keeps and `exclude_fields` drops members, by dotted paths that also apply to each element of an array. They cannot be
 * combined.
 */
export function readSelection({ fields, exclude_fields: excluded }: Record<string, unknown>): Select | undefined {
  const selected = fieldTree(fields)
  const dropped = fieldTree(excluded)
  if (selected && dropped) throw errors.badRequest('`fields` and `exclude_fields` cannot be used together.')
  if (selected) return (answer) => keep(answer, selected)
  return dropped && ((answer) => drop(answer, dropped))
}

/** The tree of a list of fields, or `undefined` if it names none. */
function fieldTree(fields: unknown): FieldTree | undefined {
  if (!Array.isArray(fields)) return undefined
  const root = emptyTree()
  for (const field of fields as readonly string[]) {
    const path = field.split('.').filter(Boolean)
    let at = root
    for (const name of path) {
      const next = at.below.get(name) ?? emptyTree()
      at.below.set(name, next)
      at = next
    }
    if (path.length > 0) at.whole = true
  }
  return root.below.size > 0 ? root : undefined
}

function emptyTree(): FieldTree {
  return { whole: false, below: new Map() }
}

function keep(value: unknown, names: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, names))
  if (!isJson(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    // A plain value has no members to select.
    if (named?.whole) entries.push([name, member])
    else if (named && isJson(member)) entries.push([name, keep(member, named)])
  }
  return Object.fromEntries(entries)
}

function drop(value: unknown, names: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => drop(item, names))
  if (!isJson(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const named = names.below.get(name)
    if (!named) entries.push([name, member])
    else if (!named.whole) entries.push([name, drop(member, named)])
  }
  return Object.fromEntries(entries)
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
