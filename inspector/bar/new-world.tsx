import { useState } from 'hono/jsx/dom'
import { fieldValue } from '../components/field-value.ts'
import { go } from '../address.ts'
import { Dialog } from '../components/dialog.tsx'
import { attempt } from '../components/notices.tsx'
import { call } from '../connection.ts'
import { useLoad } from '../load.ts'

/** The choice of a scenario that is written in the form. Names of scenarios have no spaces. */
const INLINE = 'written here'

const EXAMPLE = `name: mine
description: A list with one member.
lists:
  - name: News
    members:
      - { email_address: ada@example.com, status: subscribed }`

export function NewWorld({ onClose }: { readonly onClose: () => void }) {
  const { data, error } = useLoad('scenarios', () => call('getScenarios'))
  const [scenario, setScenario] = useState('starter')
  const make = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const fields = new FormData(event.target)
    const given = (name: string): string => String(fields.get(name) ?? '').trim()
    const isMade = await attempt(async () => {
      const made = await call('createWorld', undefined, {
        body: {
          ...(given('scenario') === INLINE ? { scenario_inline: given('text') } : { scenario: given('scenario') }),
          ...(given('id') === '' ? {} : { id: given('id') }),
          ...(given('seed') === '' ? {} : { seed: given('seed') }),
          clock: { mode: given('clock') === 'realtime' ? 'realtime' : 'frozen' },
        },
      })
      go({ world: made.id, id: undefined })
      return `${made.id} is ready.`
    })
    if (isMade) onClose()
  }
  const scenarios = data?.scenarios ?? []
  return (
    <Dialog title="New world" onClose={onClose}>
      <form class="form" onSubmit={make}>
        <label>
          Scenario
          <select name="scenario" value={scenario} onChange={(event: Event) => setScenario(fieldValue(event))}>
            {scenarios.map(({ name }) => (
              <option key={name} value={name} selected={name === scenario}>
                {name}
              </option>
            ))}
            <option value={INLINE} selected={scenario === INLINE}>
              written here, as YAML
            </option>
          </select>
        </label>
        {scenario === INLINE ? (
          <label key="text">
            Scenario as YAML
            <textarea name="text" rows={12} required placeholder={EXAMPLE} />
          </label>
        ) : (
          <p class="quiet-text">{scenarios.find(({ name }) => name === scenario)?.description}</p>
        )}
        <label>
          Name
          <input
            name="id"
            placeholder="made up if empty"
            pattern="[a-z0-9][a-z0-9\-]{0,62}"
            title="Lower-case letters, digits and hyphens"
          />
        </label>
        <label>
          Seed
          <input name="seed" placeholder="the scenario's own if empty" />
        </label>
        <label>
          Clock
          <select name="clock">
            <option value="frozen">frozen: moves only when it is advanced</option>
            <option value="realtime">realtime: runs by itself</option>
          </select>
        </label>
        <div class="actions">
          <button class="primary" disabled={!data && error === undefined}>
            Make the world
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
