import { Command } from '../components/command.tsx'
import { SERVER_URL } from '../connection.ts'

/** What to do when the server does not answer. The page reconnects by itself. */
export function ServerGone() {
  return (
    <div class="server-gone" role="alert">
      <b>The server at {SERVER_URL} does not answer</b>
      <p>
        It was stopped, or it has crashed: its terminal says why. This page shows what it loaded before, and goes on by itself
        once a server answers here again. A new server has only the worlds that were saved with <code>--data</code> or{' '}
        <code>--store</code>. To start one:
      </p>
      <Command text={`npx maildouble serve${location.port === '' ? '' : ` --port ${location.port}`}`} />
    </div>
  )
}
