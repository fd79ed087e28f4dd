import type { Row, Table, TableName } from '../../kernel/world/table.ts'
import type { ReadTx, Tx, WorldRules } from '../../kernel/world/tx.ts'
import type { FolderKind } from '../model/folders/folder.ts'
import type { ListRow } from '../model/lists/list.ts'
import type { MemberRow } from '../model/members/member.ts'
import type { OnDemand } from '../../kernel/world/on-demand.ts'
import type { BodyChecks, BodyPreparations, Operations, Preparations } from './requests/operation.ts'
import type { ResourceEvents } from './resource-events.ts'
import type { PathCall } from '../model/path-call.ts'

/**
 * Everything that the rest of the double needs to know about a resource. Each member is required, so that none is forgotten: a resource
 * without jobs says `{}`. Modules that only a few calls need are loaded lazily, so that a server starts fast.
 */
export interface Manifest {
  /** Loads its handlers, when one of its operations is first called. */
  readonly operations: (() => Promise<Partial<Operations>>) | undefined
  /**
   * Loads what checks the path of a call before its body is read, with the handlers. Without it, the handlers check the path, so that an
   * invalid body is refused first.
   */
  readonly checkPath?: () => Promise<PathCheck>
  /** Loads what completes the errors about bodies that violate their schema, with the handlers. */
  readonly checkBody?: () => Promise<BodyChecks>
  /** Loads what prepares the bodies of its operations, with the handlers. */
  readonly prepareBody?: () => Promise<BodyPreparations>
  /** Requests to other servers before its operations run. */
  readonly preparations: Preparations
  /** The handlers of its jobs, by kind: `<resource>.<action>`. `subject` is the id of the row that the job is about. */
  readonly jobs: WorldRules['jobs']
  /**
   * The modules that are loaded before its jobs, by kind, and before transactions in worlds with rows of a table, for its reactions. They are also loaded
   * with its handlers, which may make the first row.
   */
  readonly modules?: {
    readonly jobs: { readonly [kind: string]: OnDemand }
    readonly rows?: readonly { readonly table: Table<Row>; readonly modules: readonly OnDemand[] }[]
  }
  /** The kinds of things whose history can be requested. */
  readonly entities: readonly EntityDescription[]
  readonly secrets: readonly SecretField[]
  /** Functions that remove rows of a deleted list, and of a permanently deleted member. */
  readonly removeFor: {
    readonly list: readonly ((tx: Tx, list: ListRow) => void)[]
    readonly member: readonly ((tx: Tx, member: MemberRow) => void)[]
  }
  /** Reactions to events of other resources, where direct calls would create circular dependencies. */
  readonly reactions: { readonly [Type in keyof ResourceEvents]?: (tx: Tx, event: ResourceEvents[Type]) => void }
}

/** Throws if the path of a call names something that does not exist, or that the call may not change. */
export type PathCheck = (tx: ReadTx, call: PathCall) => void

/** A kind of thing in the API, and how its rows are identified. */
export interface EntityDescription {
  readonly word: string
  /** The tables of its rows. With several tables, a row is in one of them at a time. */
  readonly tables: readonly TableName[]
  /** The fields that hold its ids; the API shows the first. */
  readonly ids: readonly string[]
  /** The parameters of paths that hold one of its ids. */
  readonly parameters: readonly string[]
  /** The field that is shown to people. */
  readonly name: string
  /** The kind of folder, if the table holds several. */
  readonly kind?: FolderKind
  /** Whether its id is a secret that must not be shown. */
  readonly secret?: true
  /** A sentence that explains a row, if there is one. */
  readonly explain?: (row: never) => string
  /** The reason why the API does not show a row that exists, if there is one. */
  readonly hiddenBecause?: (tx: ReadTx, row: never) => string | undefined
}

/** A kind of secret that `tx.secret` generates. */
export interface GeneratedSecret {
  /** The word for it in placeholders. */
  readonly kind: string
  /** The name that is passed to `tx.secret`. */
  readonly counter: string
  /** Its length: at least 32. */
  readonly digits: number
}

/** A field that holds a secret, which is redacted in the journal and in bundles. */
export interface SecretField {
  readonly table: Table<Row>
  /** Returns the secret of a row; empty if it has none. */
  readonly of: (row: never) => string
  /** How it is generated, or `undefined` if it is not derived from a counter alone. */
  readonly generated: GeneratedSecret | undefined
}
