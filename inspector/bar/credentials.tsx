import { upperFirst } from '../../src/kernel/support/words.ts'
import { copy } from '../components/copy.ts'
import type { World } from '../world.ts'

/** What an application needs to reach the world: each a button that copies the value. */
export function Credentials({ world: { base_url, api_key } }: { readonly world: World }) {
  return (
    <span class="credentials" role="group" aria-label="Connection of the application">
      <Credential name="base URL" value={base_url} />
      <Credential name="key" value={api_key} />
    </span>
  )
}

function Credential({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <button
      aria-label={`Copy the ${name} ${value}`}
      title={`Copy the ${name} ${value}`}
      onClick={() => copy(`The ${name}`, value)}
    >
      {upperFirst(name)}{' '}
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M3.5 8.5h-2v-7h7v2M4 4h6.5v6.5H4z" />
      </svg>
    </button>
  )
}
