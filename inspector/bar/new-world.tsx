import { useState } from 'hono/jsx/dom'
import { readFieldValue } from '../components/field-value.ts'
import { go } from '../address.ts'
import { Dialog } from '../components/dialog.tsx'
import { FieldError, Form } from '../components/form.tsx'
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
  const make = async (form: HTMLFormElement): Promise<string> => {
    const fields = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const).filter(([, value]) => value !== ''),
    )
    const { clock, scenario: chosen = INLINE, ...given } = fields
    const { id } = await call('createWorld', undefined, {
      body: {
        ...given,
        ...(chosen === INLINE ? {} : { scenario: chosen }),
        clock: { mode: clock === 'realtime' ? 'realtime' : 'frozen' },
      },
    })
    go({ world: id, id: undefined })
    onClose()
    return `${id} is ready.`
  }
  const scenarios = data?.scenarios ?? []
  return (
    <Dialog title="New world" onClose={onClose}>
      <Form
        fields={['scenario', 'scenario_inline', 'id', 'seed', 'clock']}
        onSend={make}
        actions={
          <>
            <button class="primary" disabled={!data && error === undefined}>
              Make the world
            </button>
            <button type="button" onClick={onClose}>
              Cancel
            </button>
          </>
        }
      >
        <label>
          Scenario
          <select name="scenario" value={scenario} onChange={(event: Event) => setScenario(readFieldValue(event))}>
            {scenarios.map(({ name }) => (
              <option key={name} value={name} selected={name === scenario}>
                {name}
              </option>
            ))}
            <option value={INLINE} selected={scenario === INLINE}>
              written here, as YAML
            </option>
          </select>
          <FieldError at="/scenario" />
        </label>
        {scenario === INLINE ? (
          <label key="text">
            Scenario as YAML
            <textarea name="scenario_inline" rows={12} required placeholder={EXAMPLE} />
            <FieldError at="/scenario_inline" />
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
          <FieldError at="/id" />
        </label>
        <label>
          Seed
          <input name="seed" placeholder="the scenario's own if empty" />
          <FieldError at="/seed" />
        </label>
        <label>
          Clock
          <select name="clock">
            <option value="frozen">frozen: moves only when it is advanced</option>
            <option value="realtime">realtime: runs by itself</option>
          </select>
        </label>
      </Form>
    </Dialog>
  )
}
