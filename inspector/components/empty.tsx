import { go } from '../address.ts'
import type { Child } from 'hono/jsx/dom'
import { call } from '../connection.ts'
import { useLoad } from '../load.ts'
import { useWorld } from '../world.ts'
import { Command } from './command.tsx'

interface EmptyProps {
  readonly title: string
  /** The command that would fill the list. */
  readonly command?: string | undefined
  readonly children?: Child
}

/** An empty list, with a hint how to fill it. */
export function Empty({ title, command, children }: EmptyProps) {
  return (
    <div class="empty">
      <b>{title}</b>
      {children ? <p>{children}</p> : null}
      {command === undefined ? null : <Command text={command} />}
    </div>
  )
}

/** A list of which the filters leave nothing, with a button that lifts them. */
export function NoMatch({ word, filters }: { readonly word: string; readonly filters: readonly string[] }) {
  return (
    <Empty title={`No ${word} matches`}>
      <button onClick={() => go(Object.fromEntries(filters.map((name) => [name, undefined])))}>Show all {word}s</button>
    </Empty>
  )
}

/** A curl command that posts to something of the first list of the world. A world without lists gets the command that shows so. */
export function useListCommand(below: string, body: object): string | undefined {
  const { id: world, api_key, base_url } = useWorld()
  const { data } = useLoad(`first list ${world}`, (signal) =>
    call('getTable', world, { path: { table: 'lists' }, query: { count: 1 }, signal }),
  )
  if (!data) return undefined
  const list = data.rows[0]?.['id']
  const curl = `curl -u 'any:${api_key}' '${base_url}/3.0/lists`
  return typeof list === 'string' ? `${curl}/${list}/${below}' -d '${JSON.stringify(body)}'` : `${curl}'`
}
