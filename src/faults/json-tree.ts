/** JSON whose objects keep the order of their members, whatever these are called. */
export type Tree = JsonObject | Tree[] | string | number | boolean | null

/** An object. */
export type JsonObject = Map<string, Tree>

/** Reads a text as a tree; nothing if it is no JSON. */
export function readTree(text: string): Tree | undefined {
  try {
    return treeOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeOf)
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([name, member]) => [name, treeOf(member)]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** Writes a tree as a text. */
export function writeTree(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(writeTree).join(',')}]`
  if (!(tree instanceof Map)) return JSON.stringify(tree)
  return `{${[...tree].map(([name, member]) => `${JSON.stringify(name)}:${writeTree(member)}`).join(',')}}`
}
