import type { Tx, DomainEvent } from '../../kernel/world/tx.ts'
import { manifests } from './index.ts'
import type { Events } from './resource-events.ts'

type Reaction = (tx: Tx, event: never) => void

/** The reactions to each type of event, in the order in which they run. */
const reactions = new Map<string, Reaction[]>()

function add(type: string, reaction: Reaction): void {
  reactions.set(type, [...(reactions.get(type) ?? []), reaction])
}

for (const manifest of manifests) for (const [type, reaction] of Object.entries<Reaction>(manifest.reactions)) add(type, reaction)

// What belongs to a deleted list or member is removed when all resources have reacted to the deletion.
for (const { removeFor } of manifests) {
  for (const remove of removeFor.list) add('list.deleted', (tx, { list }: Events['list.deleted']) => remove(tx, list))
  for (const remove of removeFor.member) add('member.deleted', (tx, { member }: Events['member.deleted']) => remove(tx, member))
}

/** Runs the consequences of an event in other resources. */
export function react(tx: Tx, event: DomainEvent): void {
  for (const reaction of reactions.get(event.type) ?? []) reaction(tx, event as never)
}
