import { chaptersOf, type Cause, type Change, type Chapter } from '../world/history.ts'
import type { Row, Table } from '../world/table.ts'
import type { Millis } from '../support/time.ts'
import type { World } from '../world/world.ts'
import { textOf, type Entity } from './why-entities.ts'
import { differences, type FieldChange } from './why-fields.ts'
import { isPartOf, partChanges } from './why-parts.ts'
import type { Placed } from './why-thing.ts'

/** What one transaction did to a thing. */
export interface Deed {
  readonly event: number
  readonly at: Millis
  readonly cause: Cause | undefined
  readonly change: 'created' | 'changed' | 'deleted'
  readonly changed: readonly FieldChange[]
  /** The transaction as a whole. */
  readonly chapter: Chapter
}

/** What became of a thing, as far as it is remembered: the latest deeds, oldest first, and how many more there were. */
export interface Deeds {
  readonly deeds: readonly Deed[]
  readonly omitted: number
  /** Its creation, if that is remembered. */
  readonly began: Deed | undefined
}

/** So many are told of one thing. */
const DEEDS_MAX = 200

/** What became of a thing. */
export function deedsOf(world: World, entity: Entity, { row }: Placed): Deeds {
  const contact_id = entity.word === 'member' || entity.word === 'contact' ? textOf(row, 'contact_id') : ''
  const touching = touchingOf(world, entity, row.seq, contact_id)
  const deeds: Deed[] = []
  let looked = 0
  for (const each of touching) {
    if (deeds.length >= DEEDS_MAX) break
    deeds.push(...deedOf(world, each))
    looked++
  }
  const earliest = touching.at(-1)
  const [first] = earliest ? deedOf(world, earliest) : []
  return {
    deeds: deeds.toReversed(),
    omitted: touching.length - looked,
    began: first?.change === 'created' ? first : undefined,
  }
}

/** What a transaction changed of one thing. */
interface Touching {
  readonly chapter: Chapter
  readonly event: number
  readonly own: readonly Change[]
  readonly parts: readonly Change[]
}

/** The transactions that had to do with a thing, the latest first. */
function touchingOf({ history }: World, { tables }: Entity, seq: number, contact_id: string): Touching[] {
  const found: Touching[] = []
  for (const chapter of chaptersOf(history)) {
    const isOwn = ({ table, before, after }: Change): boolean => (after ?? before)?.seq === seq && tables.includes(table)
    const isPart = (change: Change): boolean => contact_id !== '' && isPartOf(change, contact_id)
    const first = chapter.changes.findIndex((change) => isOwn(change) || isPart(change))
    if (first === -1) continue
    const own = chapter.changes.filter(isOwn)
    found.push({ chapter, event: chapter.number + first, own, parts: chapter.changes.filter(isPart) })
  }
  return found
}

function deedOf(world: World, { chapter, event, own, parts }: Touching): Deed[] {
  const { at, cause } = chapter
  const [first, last] = [own[0], own.at(-1)]
  const [before, after] = [first?.before, last?.after]
  // What came and went within one transaction was never there for anybody.
  if (own.length > 0 && !before && !after) return []
  const table: Table<Row> | undefined = last?.table
  const fields = table ? differences(table, before, after) : []
  const changed = [...fields, ...partChanges(world, parts)]
  if (changed.length === 0) return []
  const change = own.length === 0 || (before && after) ? 'changed' : after ? 'created' : 'deleted'
  return [{ event, at, cause, change, changed, chapter }]
}
