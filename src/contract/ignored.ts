import type { OperationEntry } from './operation-index.ts'

/** The known members of a body, as a tree. It ends where the contract allows any member. */
interface Known {
  readonly members: Map<string, Known>
  items: Known | undefined
}

/** Maximum number of places that are reported. */
const IGNORED_MAX = 100

/** The names of the query parameters that an operation does not know. */
export function ignoredParameters({ parameters }: OperationEntry, names: readonly string[]): string[] {
  return names.filter((name) => parameters.every(({ at }) => at !== name)).slice(0, IGNORED_MAX)
}

/** Pointers to the members of a body that an operation does not know. */
export function ignoredMembers(entry: OperationEntry, body: unknown): string[] {
  const found: string[] = []
  look(treeOf(entry), body, '')
  return found

  function look(known: Known, value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null || found.length >= IGNORED_MAX) return
    if (Array.isArray(value)) return value.forEach((item, place) => known.items && look(known.items, item, `${at}/${place}`))
    // Any member name is allowed here.
    if (known.members.size === 0) return
    for (const [name, member] of Object.entries(value)) {
      const pointer = `${at}/${stepOf(name)}`
      const next = known.members.get(name)
      if (next) look(next, member, pointer)
      else if (found.length < IGNORED_MAX) found.push(pointer)
    }
  }
}

/** A name as a step of a JSON pointer. */
export function stepOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

const trees = new WeakMap<OperationEntry, Known>()

function treeOf(entry: OperationEntry): Known {
  const cached = trees.get(entry)
  if (cached) return cached
  const root = nothing()
  for (const { at } of entry.fields) {
    let place = root
    for (const step of at.slice(1).split('/')) {
      if (step === '*') place = place.items ??= nothing()
      else {
        const next = place.members.get(step) ?? nothing()
        place.members.set(step, next)
        place = next
      }
    }
  }
  trees.set(entry, root)
  return root
}

function nothing(): Known {
  return { members: new Map(), items: undefined }
}
