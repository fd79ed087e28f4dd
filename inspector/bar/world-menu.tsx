import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { readFieldValue } from '../components/field-value.ts'
import { go } from '../address.ts'
import { Dialog } from '../components/dialog.tsx'
import { Link } from '../components/link.tsx'
import { Menu } from '../components/menu.tsx'
import { attempt } from '../components/notices.tsx'
import { Problem } from '../components/problem.tsx'
import { call } from '../connection.ts'
import { connection } from '../live.ts'
import { useLoad } from '../load.ts'
import { useStore } from '../store.ts'
import type { World } from '../world.ts'
import { NewWorld } from './new-world.tsx'

/** The menu of the world: the choice of another one, and the actions for the whole world. */
export function WorldMenu({ id, world }: { readonly id: string; readonly world: World | undefined }) {
  const { state } = useStore(connection)
  const [asked, setAsked] = useState<'new' | 'reset' | 'delete' | undefined>(undefined)
  const end = (): void => setAsked(undefined)
  const fork = async (): Promise<string> => {
    const made = await call('forkWorld', id, { body: {} })
    go({ world: made.id, id: undefined })
    return `The fork is ${made.id}.`
  }
  const reset = async (): Promise<string> => {
    await call('resetWorld', id)
    go({ id: undefined })
    return `${id} is back at the start of its scenario.`
  }
  const remove = async (): Promise<string> => {
    await call('deleteWorld', id)
    go({ world: undefined, id: undefined })
    return `${id} is deleted.`
  }
  const label = (
    <span class="world">
      <span class={`dot ${state}`} />
      <span class="hidden">World </span>
      <b>{id}</b>
      {world ? <span class="quiet-text scenario">{world.scenario}</span> : null}
      <span aria-hidden="true">▾</span>
    </span>
  )
  return (
    <>
      <Menu label={label}>
        {(close) => (
          <>
            <Worlds current={id} onChosen={close} />
            <div class="items" onClick={close}>
              <button onClick={() => go({ page: 'worlds' })}>Compare all worlds</button>
              <button onClick={() => setAsked('new')}>New world…</button>
              {world ? <button onClick={() => attempt(fork)}>Fork</button> : null}
              {world ? <button onClick={() => setAsked('reset')}>Reset…</button> : null}
              {world && id !== 'default' ? (
                <button class="danger" onClick={() => setAsked('delete')}>
                  Delete…
                </button>
              ) : null}
            </div>
          </>
        )}
      </Menu>
      {asked === 'new' ? <NewWorld onClose={end} /> : null}
      {asked === 'reset' ? (
        <Confirm key="reset" title={`Reset ${id}?`} action="Reset" onYes={reset} onClose={end}>
          Data, clock, settings, faults and journal return to the start of the scenario. Snapshots stay.
        </Confirm>
      ) : null}
      {asked === 'delete' ? (
        <Confirm key="delete" title={`Delete ${id}?`} action="Delete" onYes={remove} onClose={end}>
          Its key is refused from then on, and its snapshots are gone.
        </Confirm>
      ) : null}
    </>
  )
}

interface ConfirmProps {
  readonly title: string
  readonly action: string
  readonly onYes: () => Promise<string>
  readonly onClose: () => void
  readonly children: string
}

function Confirm({ title, action, onYes, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <div class="actions">
        <button class="primary" onClick={() => void attempt(onYes).then(onClose)}>
          {action}
        </button>
        <button onClick={onClose}>Cancel</button>
      </div>
    </Dialog>
  )
}

function Worlds({ current, onChosen }: { readonly current: string; readonly onChosen: () => void }) {
  const { data, error } = useLoad('worlds', () => call('getWorlds'))
  const [filter, setFilter] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [data === undefined])
  if (error !== undefined) return <Problem error={error} />
  const worlds = data?.worlds ?? []
  const shown = worlds.filter(({ id, scenario }) => `${id} ${scenario}`.includes(filter)).slice(0, 100)
  return (
    <div class="worlds">
      {worlds.length > 8 ? (
        <input
          type="search"
          ref={field}
          placeholder={`Find one of ${worlds.length} worlds`}
          aria-label="Find a world"
          value={filter}
          onInput={(event: Event) => setFilter(readFieldValue(event))}
        />
      ) : null}
      <ul>
        {shown.map(({ id, scenario }) => (
          <li key={id} onClick={onChosen}>
            <Link to={{ world: id === 'default' ? undefined : id, id: undefined }} isCurrent={id === current}>
              <span>{id}</span> <span class="quiet-text">{scenario}</span>
            </Link>
          </li>
        ))}
      </ul>
      {(data?.unreadable ?? []).map(({ id, reason }) => (
        <p key={id} class="quiet-text">
          {id} can't be read: {reason}
        </p>
      ))}
    </div>
  )
}
