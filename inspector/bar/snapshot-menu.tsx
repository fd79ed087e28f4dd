import { useState } from 'hono/jsx/dom'
import { readFieldValue } from '../components/field-value.ts'
import { FieldError, Form } from '../components/form.tsx'
import { Menu } from '../components/menu.tsx'
import { attempt, attemptChange } from '../components/notices.tsx'
import { Problem } from '../components/problem.tsx'
import { call } from '../connection.ts'
import { formatDateTime } from '../format.ts'
import { useLoad } from '../load.ts'
import type { World } from '../world.ts'

/** The snapshots of a world: take, restore, delete. */
export function SnapshotMenu({ world }: { readonly world: World }) {
  return <Menu label="Snapshots ▾">{(close) => <Snapshots world={world} onDone={close} />}</Menu>
}

function Snapshots({ world, onDone }: { readonly world: World; readonly onDone: () => void }) {
  const [revision, setRevision] = useState(0)
  const { data, error } = useLoad(`snapshots ${world.id}`, () => call('getSnapshots', world.id), revision)
  const [name, setName] = useState('')
  const take = async (): Promise<string> => {
    await call('takeSnapshot', world.id, { body: { name: name.trim() } })
    onDone()
    return `The snapshot ${name.trim()} is taken.`
  }
  const restore = (each: string): Promise<void> =>
    attemptChange(async () => {
      await call('restoreSnapshot', world.id, { path: { name: each } })
      return `The world is as it was at ${each}.`
    }).then(onDone)
  const remove = (each: string): Promise<void> =>
    attempt(async () => {
      await call('deleteSnapshot', world.id, { path: { name: each } })
      return undefined
    }).then(() => setRevision(revision + 1))
  if (error !== undefined) return <Problem error={error} />
  return (
    <>
      <Form class="one-line" fields={['name']} onSend={take}>
        <input
          aria-label="Name of the snapshot"
          placeholder="Name of the snapshot"
          value={name}
          onInput={(event: Event) => setName(readFieldValue(event))}
        />
        <button class="primary" disabled={name.trim() === ''}>
          Take
        </button>
        <FieldError at="/name" />
      </Form>
      {data?.snapshots.length === 0 ? (
        <p class="quiet-text">No snapshots yet. One keeps the state of the world, to return to it later.</p>
      ) : null}
      <ul class="snapshots">
        {data?.snapshots.map((each) => (
          <li key={each.name}>
            <span>
              <b>{each.name}</b> <span class="quiet-text">{formatDateTime(each.at)}</span>
            </span>
            <button onClick={() => restore(each.name)}>Restore</button>
            <button class="quiet" aria-label={`Delete ${each.name}`} onClick={() => remove(each.name)}>
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
