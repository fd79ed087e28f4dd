import { useState } from 'hono/jsx/dom'
import { readFieldValue } from './components/field-value.ts'
import { enterToken } from './connection.ts'

/** Asks for the token of the control API. Servers that are not on loopback require one. */
export function TokenForm({ reason }: { readonly reason: string }) {
  const [token, setToken] = useState('')
  const send = (event: Event): void => {
    event.preventDefault()
    if (token.trim() !== '') enterToken(token.trim())
  }
  return (
    <form class="token" onSubmit={send}>
      <h1>maildouble inspector</h1>
      <p>{reason} It was printed when the server started, or set with --control-token.</p>
      <label>
        Control token
        <input
          type="password"
          autocomplete="off"
          autofocus
          value={token}
          onInput={(event: Event) => setToken(readFieldValue(event))}
        />
      </label>
      <button class="primary">Continue</button>
      <p class="quiet-text">The token stays in this tab and is forgotten when the tab is closed.</p>
    </form>
  )
}
