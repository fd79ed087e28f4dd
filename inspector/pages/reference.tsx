import { go, useAddress } from '../address.ts'
import { Toggle } from '../components/toggle.tsx'
import { useStore } from '../store.ts'
import { colours } from '../theme.ts'
import { useWorld } from '../world.ts'

/** The reference of the service's API and of the control API; calls go to the world that is shown, with its key. */
export function ReferencePage() {
  const { id: world } = useWorld()
  const { api = 'service' } = useAddress()
  const shown = useStore(colours)
  return (
    <div class="reference" role="region" aria-label="API reference">
      <div class="filters">
        <Toggle isOn={api === 'service'} onChange={() => go({ api: undefined })}>
          Service
        </Toggle>
        <Toggle isOn={api === 'control'} onChange={() => go({ api: 'control' })}>
          Control API
        </Toggle>
      </div>
      <iframe key={api + world + shown} title="API reference" src={`reference.html?${new URLSearchParams({ world, api })}`} />
    </div>
  )
}
