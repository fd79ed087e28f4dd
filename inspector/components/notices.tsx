import { lookAgain } from '../live.ts'
import { explainError } from '../format.ts'
import { createStore, useStore } from '../store.ts'

interface Notice {
  readonly id: number
  readonly tone: 'good' | 'bad'
  readonly text: string
}

const notices = createStore<readonly Notice[]>([])
let count = 0

/** How long a notice stays. An error stays until it is dismissed. */
const SHOWN_MS = 5_000

/** Shows a notice about an action. */
export function tell(text: string, tone: Notice['tone'] = 'good'): void {
  const id = ++count
  notices.set([...notices.get().slice(-2), { id, tone, text }])
  if (tone === 'good') setTimeout(() => dismiss(id), SHOWN_MS)
}

/** Runs an action, and shows a notice about its result or its error; a form shows its errors itself. */
export async function attempt(action: () => Promise<string | undefined>, onError?: (error: unknown) => void): Promise<boolean> {
  try {
    const done = await action()
    if (done !== undefined) tell(done)
    return true
  } catch (error) {
    if (onError) onError(error)
    else tell(explainError(error), 'bad')
    return false
  }
}

/** Runs an action that changes the world, as `attempt` does, and loads the lists of the page again. */
export function attemptChange(action: () => Promise<string>): Promise<boolean> {
  return attempt(async () => {
    const done = await action()
    lookAgain()
    return done
  })
}

function dismiss(id: number): void {
  notices.set(notices.get().filter((each) => each.id !== id))
}

/** The notices, in a corner of the page. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {useStore(notices).map(({ id, tone, text }) => (
        <div key={id} class={`notice ${tone}`}>
          <span>{text}</span>
          <button class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
