import { pointerTo } from '../support/json-pointer.ts'
import type { OperationEntry } from './operation-index.ts'

/** The known members of a body, as a tree. It ends where the contract allows any member. */
interface MemberTree {
  readonly members: Map<string, MemberTree>
  items: MemberTree | undefined
}

/** Maximum number of places that are reported. */
const IGNORED_MAX = 100

export function ignoredParameters({ parameters }: OperationEntry, names: readonly string[]): string[] {
  return names.filter((name) => parameters.every(({ at }) => at !== name)).slice(0, IGNORED_MAX)
}

export function ignoredMembers(entry: OperationEntry, body: unknown): string[] {
  const found: string[] = []
  visit(readMemberTree(entry), body, '')
  return found

  function visit(tree: MemberTree, value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null || found.length >= IGNORED_MAX) return
    if (Array.isArray(value)) return value.forEach((item, place) => tree.items && visit(tree.items, item, `${at}/${place}`))
    // Any member name is allowed here.
    if (tree.members.size === 0) return
    for (const [name, member] of Object.entries(value)) {
      const pointer = at + pointerTo([name])
      const next = tree.members.get(name)
      if (next) visit(next, member, pointer)
      else if (found.length < IGNORED_MAX) found.push(pointer)
    }
  }
}

function readMemberTree(entry: OperationEntry): MemberTree {
  const root = emptyTree()
  for (const { at } of entry.fields) {
    let place = root
    for (const token of at.slice(1).split('/')) {
      if (token === '*') place = place.items ??= emptyTree()
      else {
        const next = place.members.get(token) ?? emptyTree()
        place.members.set(token, next)
        place = next
      }
    }
  }
  return root
}

function emptyTree(): MemberTree {
  return { members: new Map(), items: undefined }
}
