import type { ReadTx } from '../../../kernel/world/tx.ts'
import type { Field, Fields, StoredFields } from '../../model/fields.ts'

type SentFields<All extends Fields> = {
  readonly [Name in keyof All]?: (All[Name] extends Field<infer Sent, infer _Stored, infer _Shown> ? Sent : never) | undefined
}

/** Makes a function that reads the named fields of a body, as far as it has them. */
export function compileReader<const All extends Fields>(fields: All): (body: SentFields<All>) => Partial<StoredFields<All>> {
  const lines = Object.entries(fields).map(([name, { read }]) => {
    const value = read ? `fields.${checkName(name)}.read(body.${name})` : `body.${checkName(name)}`
    return `if (body.${name} !== undefined) read.${name} = ${value}`
  })
  // oxlint-disable-next-line no-new-func
  return new Function('fields', `return (body) => { const read = {}\n${lines.join('\n')}\nreturn read }`)(fields)
}

interface ViewMembers<Row> {
  readonly [name: string]: Fields[string] | ((tx: ReadTx, row: Row) => unknown)
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
export function compileView<Row>() {
  return <const All extends ViewMembers<Row>>(members: All): ((tx: ReadTx, row: Row) => ShownRow<Row, All>) => {
    const entries = Object.entries(members).map(([name, member]) => {
      if (typeof member === 'function') return `${checkName(name)}: members.${name}(tx, row)`
      return member.show ? `${checkName(name)}: members.${name}.show(row.${name})` : `${checkName(name)}: row.${name}`
    })
    // An object literal is many times faster than a loop over names or a spread.
    // oxlint-disable-next-line no-new-func
    return new Function('members', `return (tx, row) => ({ ${entries.join(', ')} })`)(members)
  }
}

const NAME = /^[a-z_\d]+$/

/** The names come from definitions, never from a request. */
function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error(`${name} is not a valid field name.`)
  return name
}
