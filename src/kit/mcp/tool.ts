import type { Maildouble } from '../client/connect.ts'
import type { AnswerOf, BodyOf, OperationId, PathOf, QueryOf } from '../client/contract.ts'
import { callOperation } from './call-operation.ts'
import type { ToolAnswer } from './answer.ts'
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
  /** The resources whose operations of the service are tools as well, all of them if there is none; `undefined` for no such tools. */
  readonly resources?: readonly string[]
  /** What an assistant is told about this server besides the rest. */
  readonly notice?: string
}

/** What every declaration of a tool says. */
interface Declaration {
  readonly name: string
  /** What the tool does and when to use it, for an assistant. */
  readonly description: string
  /** What the tool changes: nothing, the world `world`, or only worlds that it makes. */
  readonly changes: 'nothing' | 'world' | 'new world'
  /** Whether the tool destroys data. */
  readonly isDestructive?: boolean
  /** Whether repeating a call changes nothing more. */
  readonly isIdempotent?: boolean
}

/** A tool that is one operation of the control API. The contract has its arguments, and says which are required. */
interface OperationDeclaration<Id extends OperationId, Taken extends NameIn<Id>> extends Declaration {
  readonly operation: Id
  /** The title, if it is not the summary of the operation. */
  readonly title?: string
  /** The only arguments that the tool takes, if not all of the operation. */
  readonly takes?: readonly Taken[]
  /** Whether the world must be named. Otherwise it is `default`. */
  readonly needsWorld?: boolean
  /** Completes what is sent. Throws a ToolError about arguments that do not go together. */
  readonly complete?: (given: Arguments<Id, never, Taken, unknown>) => Arguments<Id, never, NameIn<Id>, unknown>
  /** The answer of the operation for an assistant; `world` is the id of the world. */
  readonly show: (
    answer: AnswerOf<Id>,
    given: Arguments<Id, never, Taken, unknown> & { readonly world: string },
    context: ToolContext,
  ) => ToolAnswer
}

/** A tool that needs several operations. Its arguments are described by the contract as well. */
interface FunctionDeclaration<
  Id extends OperationId,
  Needed extends NameIn<Id>,
  Taken extends NameIn<Id>,
  Own extends { readonly [name: string]: string },
> extends Declaration {
  readonly title: string
  /** The operations whose parameters and members are the arguments of the tool. The first operation with a name defines the argument. */
  readonly operations: readonly Id[]
  /** The names of the arguments that are required. */
  readonly needs?: readonly Needed[]
  /** The names of the arguments that can be left out. */
  readonly takes?: readonly Taken[]
  /** Arguments that no operation has by this name: objects, with their descriptions. */
  readonly own?: Own
  readonly run: (given: Arguments<Id, Needed, Taken, Own>, context: ToolContext) => Promise<ToolAnswer>
}

/** A tool whose arguments have been checked by name before it runs. */
export interface Tool extends Declaration {
  readonly title: string | undefined
  /** The contract with the operations; that of the control API by default. */
  readonly contract?: 'service'
  readonly operations: readonly string[]
  /** The names of the arguments that are required in any case. */
  readonly needs: readonly string[]
  /** The names of all arguments from operations; `undefined` for all of a single operation. */
  readonly takes: readonly string[] | undefined
  readonly own: { readonly [name: string]: string }
  readonly run: (given: GivenArguments, context: ToolContext) => Promise<ToolAnswer>
}

export type GivenArguments = { readonly [name: string]: unknown }

/** Declares a tool that is one operation. */
export function declareOperation<const Id extends OperationId, const Taken extends NameIn<Id> = NameIn<Id>>(
  declaration: OperationDeclaration<Id, Taken>,
): Tool {
  const { operation, title, takes, needsWorld = false, complete = (given) => given, show, ...rest } = declaration
  return {
    ...rest,
    title,
    operations: [operation],
    needs: needsWorld ? ['world'] : [],
    takes: takes?.map(String),
    own: {},
    async run(given, context) {
      const world = worldIdIn(given)
      // The names have been checked, and the server checks the values against the contract.
      const known = given as Arguments<Id, never, Taken, unknown>
      const answer = await callOperation(context.maildouble, operation, world, complete(known))
      return show(answer, { ...known, world }, context)
    },
  }
}

/** Declares a tool that needs several operations. */
export function declareFunction<
  const Id extends OperationId,
  const Needed extends NameIn<Id> = never,
  const Taken extends NameIn<Id> = never,
  const Own extends { readonly [name: string]: string } = Record<never, never>,
>(declaration: FunctionDeclaration<Id, Needed, Taken, Own>): Tool {
  const { needs = [], takes = [], own = {}, run, ...rest } = declaration
  return {
    ...rest,
    needs: needs.map(String),
    takes: [...needs, ...takes].map(String),
    own,
    // As above.
    run: (given, context) => run(given as Arguments<Id, Needed, Taken, Own>, context),
  }
}

/** The id of the world that a call is about. */
export function worldIdIn({ world }: { readonly world?: unknown }): string {
  return world === undefined ? 'default' : String(world)
}
