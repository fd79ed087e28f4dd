/** A query parameter or a field of a body: what calls can meet of it, and what they lean on when they send it. */
export interface Member {
  /** The name of the parameter, or a JSON pointer into the body with `*` for the items of arrays. */
  readonly at: string
  /** Assumptions by their numbers, here and below. */
  readonly leans?: readonly number[]
  /** The values that it can have, where the contract lists them. */
  readonly values?: readonly (string | number)[]
  /** What each of the values leans on. */
  readonly valueLeans?: readonly (readonly number[])[]
}

/** What calls of one operation can meet, and which assumptions they lean on in doing so. */
export interface IndexedOperation {
  /** What every call leans on. */
  readonly leans: readonly number[]
  /** The answers that are no errors of the catalogue. */
  readonly answers: readonly { readonly status: number; readonly leans: readonly number[] }[]
  /** The words of the error catalogue that the operation names. */
  readonly errors: readonly string[]
  readonly parameters: readonly Member[]
  /** What sending a body leans on, whatever is in it. */
  readonly body: readonly number[]
  /** What is leaned on under another setting only. */
  readonly otherwise?: readonly number[]
  /** The fields of the body; what is within another comes after it. */
  readonly fields: readonly Member[]
}

/** The outlines of a contract. */
export interface OperationIndex {
  /** The ids of its assumptions, by their numbers. */
  readonly assumptions: readonly string[]
  /** What each error of the catalogue leans on. */
  readonly refusals: readonly number[]
  /** The words of the errors that calls of any operation can meet, or calls that lead to none. */
  readonly common: readonly string[]
  /** The outline of an operation; nothing where the contract has none of that name. */
  readonly of: (operation: string) => IndexedOperation | undefined
}

/** The contracts that clients of the double can meet. */
export type ContractName = 'service' | 'public'

const sources = {
  service: () => import('./generated/service/outlines.ts'),
  public: () => import('./generated/public/outlines.ts'),
}

const loaded = new Map<ContractName, Promise<OperationIndex>>()

/** The outlines of a contract, loaded when somebody first asks for them. */
export function operationIndexOf(contract: ContractName): Promise<OperationIndex> {
  const known = loaded.get(contract) ?? load(contract)
  loaded.set(contract, known)
  return known
}

async function load(contract: ContractName): Promise<OperationIndex> {
  const { assumptions, refusals, common, outlines } = await sources[contract]()
  const read = new Map<string, IndexedOperation>()
  const of = (operation: string): IndexedOperation | undefined => {
    const text = Object.hasOwn(outlines, operation) ? outlines[operation] : undefined
    if (text === undefined) return undefined
    const outline: IndexedOperation = read.get(operation) ?? JSON.parse(text)
    read.set(operation, outline)
    return outline
  }
  return { assumptions, refusals, common, of }
}
