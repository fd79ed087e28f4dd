import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { Field, Fields, StoredFields } from '../../model/fields.ts'

type SentFields<All extends Fields> = {
  readonly [Name in keyof All]?: (All[Name] extends Field<infer Sent, infer _Stored, infer _Shown> ? Sent : never) | undefined
}

/** Makes a function that reads the named fields of a body, as far as it has them. */
export function makeReader<const All extends Fields>(fields: All): (body: SentFields<All>) => Partial<StoredFields<All>> {
  const entries = Object.entries<Field<unknown, unknown, unknown>>(fields)
  return (body) => {
    const read: Record<string, unknown> = {}
    for (const [name, field] of entries) {
      const sent = body[name]
      if (sent !== undefined) read[name] = field.read ? field.read(sent) : sent
    }
    return read as Partial<StoredFields<All>>
  }
}

interface ViewMembers<Row> {
  readonly [name: string]: Field<unknown, unknown, unknown> | ((tx: ReadTx, row: Row) => unknown)
}

type ShownRow<Row, All> = {
  [Name in keyof All]: All[Name] extends (tx: ReadTx, row: Row) => infer Value
    ? Value
    : All[Name] extends Field<infer _Sent, infer _Stored, infer Shown>
      ? Name extends keyof Row
        ? Shown
        : undefined
      : never
}

/**
 * Makes the function that shows rows, with these members in this order: fields as they say, and others by functions. The type of the operation
 * checks the answer.
 */
export function makeView<Row>() {
  return <const All extends ViewMembers<Row>>(members: All): ((tx: ReadTx, row: Row) => ShownRow<Row, All>) => {
    const entries = Object.entries<ViewMembers<Row>[string]>(members)
    return (tx, row) => {
      const stored = row as Readonly<Record<string, unknown>>
      const shown = entries.map(([name, member]) => {
        if (typeof member === 'function') return [name, member(tx, row)]
        return [name, member.show ? member.show(stored[name]) : stored[name]]
      })
      return Object.fromEntries(shown) as ShownRow<Row, All>
    }
  }
}
