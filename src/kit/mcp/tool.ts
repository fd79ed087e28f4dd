import type { Maildouble } from '../client/connect.ts'
import type { BodyOf, OperationId, PathOf, QueryOf } from '../client/contract.ts'
import type { Answer } from './answer.ts'
import type { WorldAccess } from './world-access.ts'

type ObjectOf<T> = T extends object ? T : Record<never, never>

/** The parameters of operations of the control API and the members of their bodies, as functions whose parameters are to be intersected. */
type Accepting<Id extends OperationId> = Id extends OperationId
  ? (parts: PathOf<Id> & QueryOf<Id> & ObjectOf<BodyOf<Id>>) => void
  : never

/** The parameters of operations of the control API and the members of their bodies, by name. */
type PartsOf<Id extends OperationId> = Accepting<Id> extends (parts: infer Parts) => void ? Parts : never

/** The type of a member in the parts of a union that have the member. */
type MemberOf<Whole, Name> = Whole extends unknown ? (Name extends keyof Whole ? NonNullable<Whole[Name]> : never) : never

/** The names of arguments that a tool can take from operations. */
type NameIn<Id extends OperationId> =
  | keyof PartsOf<Id>
  | (PartsOf<Id> extends infer Parts ? (Parts extends unknown ? keyof Parts : never) : never)

/** The arguments of a tool: the required ones and the optional ones. */
type Arguments<Id extends OperationId, Needed, Taken, Own> = {
  readonly [Name in Needed & string]: MemberOf<PartsOf<Id>, Name>
} & { readonly [Name in Taken & string]?: MemberOf<PartsOf<Id>, Name> } & { readonly [Name in keyof Own]?: object }

/** What a tool works with. */
export interface ToolContext {
  readonly maildouble: Maildouble
  readonly access: WorldAccess
  /** Reports a bug of maildouble in a tool; the assistant sees its message too. */
  readonly onDefect: (tool: string, error: unknown) => void
  /** What an assistant is told about this server besides the rest. */
  readonly notice?: string
}

/** How a tool is defined. Its arguments are parameters of operations of the control API, so their types and descriptions are not repeated. */
interface Definition<
  Id extends OperationId,
  Needed extends NameIn<Id>,
  Taken extends NameIn<Id>,
  Own extends { readonly [name: string]: string },
> {
  readonly name: string
  readonly title: string
  /** What the tool does and when to use it, for an assistant. */
  readonly description: string
  /** The operations of the control API whose parameters and members are the arguments of the tool. The first operation with a name defines the argument. */
  readonly operations: readonly Id[]
  /** The names of the arguments that are required. */
  readonly needs?: readonly Needed[]
  /** The names of the arguments that can be left out. */
  readonly takes?: readonly Taken[]
  /** Arguments that no operation has by this name: objects, with their descriptions. */
  readonly own?: Own
  /** What the tool changes: nothing, the world `world`, or only worlds that it makes. */
  readonly changes: 'nothing' | 'world' | 'new world'
  /** Whether the tool destroys data. */
  readonly isDestructive?: boolean
  readonly run: (given: Arguments<Id, Needed, Taken, Own>, context: ToolContext) => Promise<Answer>
}

/** A tool whose arguments have been checked by name before it runs. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operations: readonly OperationId[]
  readonly needs: readonly string[]
  readonly takes: readonly string[]
  readonly own: { readonly [name: string]: string }
  readonly changes: 'nothing' | 'world' | 'new world'
  readonly isDestructive: boolean
  readonly run: (given: GivenArguments, context: ToolContext) => Promise<Answer>
}

export type GivenArguments = { readonly [name: string]: unknown }

export function defineTool<
  const Id extends OperationId,
  const Needed extends NameIn<Id> = never,
  const Taken extends NameIn<Id> = never,
  const Own extends { readonly [name: string]: string } = Record<never, never>,
>(definition: Definition<Id, Needed, Taken, Own>): Tool {
  const { needs = [], takes = [], own = {}, isDestructive = false, run, ...rest } = definition
  return {
    ...rest,
    needs: needs.map(String),
    takes: takes.map(String),
    own,
    isDestructive,
    // The names have been checked, and the server checks the values against the contract.
    run: (given, context) => run(given as Arguments<Id, Needed, Taken, Own>, context),
  }
}

/** The id of the world that a call is about. */
export function worldOf({ world }: { readonly world?: unknown }): string {
  return world === undefined ? 'default' : String(world)
}
