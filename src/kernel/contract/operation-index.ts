/** A query parameter or a field of a body, and the assumptions on which calls depend when they send it. */
export interface Member {
  /** The name of the parameter, or a JSON pointer into the body with `*` for the items of arrays. */
  readonly at: string
  /** The assumptions, as indexes into the list of the contract; the same for all members called `leans`. */
  readonly assumptions?: readonly number[]
  /** The allowed values, if the contract lists them. */
  readonly values?: readonly (string | number)[]
  /** The assumptions of each value. */
  readonly valueAssumptions?: readonly (readonly number[])[]
}

/** What calls of one operation can send and be answered, and the assumptions on which they depend. */
export interface OperationEntry {
  /** The assumptions of every call. */
  readonly assumptions: readonly number[]
  /** The answers that are not errors of the catalogue. */
  readonly answers: readonly { readonly status: number; readonly assumptions: readonly number[] }[]
  /** The names of the catalogue's errors that the operation can answer. */
  readonly errors: readonly string[]
  readonly parameters: readonly Member[]
  /** The assumptions of every call with a body. */
  readonly body: readonly number[]
  /** The assumptions that apply only under another setting. */
  readonly otherwise?: readonly number[]
  /** The fields of the body; nested fields come after their parents. */
  readonly fields: readonly Member[]
}

/** The operations of a contract, with their parameters, fields, answers and assumptions. */
export interface OperationIndex {
  /** The ids of its assumptions. */
  readonly assumptions: readonly string[]
  /** The assumptions of every error of the catalogue. */
  readonly refusals: readonly number[]
  /** The names of the errors that any call can get, even one that matches no operation. */
  readonly common: readonly string[]
  /** Returns the entry of an operation, or `undefined` if the contract has no such operation. */
  readonly of: (operation: string) => OperationEntry | undefined
}

/** The contracts that clients use. */
export type ContractName = 'service' | 'public'

const sources = {
  service: () => import('./generated/service/operation-index.ts'),
  public: () => import('./generated/public/operation-index.ts'),
}

const loaded = new Map<ContractName, Promise<OperationIndex>>()

/** Loads the index of a contract, once. */
export function loadOperationIndex(contract: ContractName): Promise<OperationIndex> {
  const index = loaded.get(contract) ?? load(contract)
  loaded.set(contract, index)
  return index
}

async function load(contract: ContractName): Promise<OperationIndex> {
  const { assumptions, refusals, common, entries } = await sources[contract]()
  const read = new Map<string, OperationEntry>()
  const of = (operation: string): OperationEntry | undefined => {
    const text = Object.hasOwn(entries, operation) ? entries[operation] : undefined
    if (text === undefined) return undefined
    const entry: OperationEntry = read.get(operation) ?? JSON.parse(text)
    read.set(operation, entry)
    return entry
  }
  return { assumptions, refusals, common, of }
}
