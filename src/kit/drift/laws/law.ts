/** Two numbers, or lists of numbers, that have to be equal whatever the account holds. */
export interface Law {
  readonly name: string
  /** The operation whose answer is wrong if the law is broken. */
  readonly operation: string
  /** The assumptions about the numbers. */
  readonly assumptions: readonly string[]
  readonly expected: number
  readonly found: number
}

// Answers are data of the service, compared with the contract elsewhere: laws read the numbers in them.
export type AnswerMembers = { readonly [name: string]: unknown }

/** Reads a path below `/3.0` as JSON, in the words of the reference. */
export type ReadAnswer = (path: string, query?: Readonly<Record<string, string>>) => Promise<AnswerMembers>

/** The largest page of a collection. */
const PAGE = 1_000

/** All items of a collection, with the other members of its first page. */
export async function readWhole(
  read: ReadAnswer,
  path: string,
  name: string,
): Promise<{ readonly first: AnswerMembers; readonly items: readonly AnswerMembers[] }> {
  const first = await read(path, { count: String(PAGE) })
  const items = [...listIn(first, name)]
  for (let offset = PAGE; offset < numberAt(first, 'total_items'); offset += PAGE)
    items.push(...listIn(await read(path, { count: String(PAGE), offset: String(offset) }), name))
  return { first, items }
}

export function listIn(body: unknown, name: string): readonly AnswerMembers[] {
  const list = memberAtPath(body, name)
  return Array.isArray(list) ? list : []
}

/** A number at a dotted path; 0 if there is none. */
export function numberAt(body: unknown, path: string): number {
  const value = memberAtPath(body, path)
  return typeof value === 'number' ? value : 0
}

export function memberAtPath(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value: unknown, name) => (isBody(value) && Object.hasOwn(value, name) ? value[name] : undefined), body)
}

export function sumOf(items: readonly AnswerMembers[], path: string): number {
  return items.reduce((total, item) => total + numberAt(item, path), 0)
}

function isBody(value: unknown): value is AnswerMembers {
  return typeof value === 'object' && value !== null
}
