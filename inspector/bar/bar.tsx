import { connection } from '../live.ts'
import { nextTheme, theme } from '../theme.ts'
import { useStore } from '../store.ts'
import type { World } from '../world.ts'
import { Clock } from './clock.tsx'
import { Credentials } from './credentials.tsx'
import { SnapshotMenu } from './snapshot-menu.tsx'
import { WorldMenu } from './world-menu.tsx'

interface BarProps {
  readonly id: string
  /** `undefined` until it has been loaded, and once it is deleted. */
  readonly world: World | undefined
  readonly onHelp: () => void
}

/** The bar at the top: the world, its clock, and how the page is connected with it. */
export function Bar({ id, world, onHelp }: BarProps) {
  const chosen = useStore(theme)
  return (
    <header class="bar">
      <h1 class="brand">maildouble</h1>
      <WorldMenu id={id} world={world} />
      {world ? <SnapshotMenu world={world} /> : null}
      {world ? <Credentials world={world} /> : null}
      <ConnectionState />
      {world ? <Clock world={world} /> : null}
      <button class="quiet" title={`Colours: ${chosen}`} aria-label={`Colours: ${chosen}. Change`} onClick={nextTheme}>
        {chosen === 'system' ? '◐' : chosen === 'light' ? '☀' : '☾'}
      </button>
      <button class="quiet" aria-label="Keys" title="Keys (?)" onClick={onHelp}>
        ?
      </button>
    </header>
  )
}

const WORDS = {
  connecting: 'Connecting…',
  live: '',
  behind: 'Loading missed events…',
  gone: 'The server does not answer. Trying again…',
  deleted: 'There is no such world (any more).',
  refused: 'The server refuses to send events.',
} as const

/** The state of the connection, if the page is not live. It takes the room that the bar has left, so nothing moves. */
function ConnectionState() {
  const { state, reason } = useStore(connection)
  return (
    <span class={`connection ${state}`} role="status" title={reason ?? WORDS[state]}>
      {WORDS[state]}
    </span>
  )
}
