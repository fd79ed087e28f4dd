import { Toggle } from '../../components/toggle.tsx'
import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { findChoices, operationChoices, rowChoices } from '../../components/choices.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import type { SearchChoices } from '../../components/picker.tsx'
import { Problem } from '../../components/problem.tsx'
import { type ChoicesOf, ChoicesContext, SchemaForm } from '../../components/schema-form.tsx'
import { call } from '../../connection.ts'
import { useFaultSchemas } from '../../control-document.ts'
import { lookAgain } from '../../live.ts'
import type { FormValue, JsonSchema } from '../../schema.ts'
import { useWorld } from '../../world.ts'
import { type FaultKind, type Preset, listPresets, findSeen } from './presets.ts'

interface AddFaultProps {
  readonly kind: FaultKind
  readonly onAdded: (id: number) => void
  readonly onClose: () => void
}

/** A dialog that adds a fault: it begins with a preset, and all of it can be changed. */
export function AddFault({ kind, onAdded, onClose }: AddFaultProps) {
  const { id: world } = useWorld()
  const isOfCalls = kind === 'fault'
  const { data, error } = useFaultSchemas()
  const [value, setValue] = useState<FormValue>({ when: { first: 1 } })
  const [preset, setPreset] = useState<string | undefined>(undefined)
  const add = async (): Promise<string> => {
    // The server checks the body and reports its mistakes.
    const { id } = isOfCalls
      ? await call('createFault', world, { body: value as BodyOf<'createFault'> })
      : await call('createDeliveryFault', world, { body: value as unknown as BodyOf<'createDeliveryFault'> })
    lookAgain()
    onAdded(id)
    return `The ${kind} ${id} is armed.`
  }
  const begin = ({ title, fault }: Preset): void => {
    setValue(fault)
    setPreset(title)
    requestAnimationFrame(() => document.querySelector('dialog .seen')?.scrollIntoView({ block: 'nearest' }))
  }
  const groups = data ? listPresets(kind, data) : []
  const seen = findSeen(value, groups)
  const schema: JsonSchema = (isOfCalls ? data?.fault : data?.delivery_fault) ?? {}
  return (
    <Dialog title={`Add a ${kind}`} isWide onClose={onClose}>
      <p class="quiet-text">Begin with one of these, or fill in the fields.</p>
      {groups.map(([group, presets], index) => (
        <details key={group} class="preset-group" open={index === 0}>
          <summary>{group}</summary>
          <div class="cards">
            {presets.map((each) => (
              <Toggle key={each.title} isOn={preset === each.title} onChange={() => begin(each)}>
                <b>{each.title}</b>
                <span class="quiet-text">{each.seen}</span>
              </Toggle>
            ))}
          </div>
        </details>
      ))}
      {error !== undefined ? <Problem error={error} /> : null}
      {data ? (
        <ChoicesContext.Provider value={choicesFor(world, data)}>
          <Form
            fields={Object.keys(schema.properties ?? {})}
            onSend={add}
            actions={
              <>
                <button class="primary">Add the {kind}</button>
                <button type="button" onClick={onClose}>
                  Cancel
                </button>
              </>
            }
          >
            {seen === undefined ? null : (
              <p class="seen">
                <b>{isOfCalls ? 'What the client sees:' : 'What the receiver sees:'}</b> {seen}
              </p>
            )}
            <SchemaForm key={preset} schema={schema} value={value} onChange={setValue} />
            <details>
              <summary>As JSON</summary>
              <pre class="body">{JSON.stringify(value, null, 2)}</pre>
            </details>
          </Form>
        </ChoicesContext.Provider>
      ) : null}
    </Dialog>
  )
}

/** The choices for fields that name operations, problems, answers of the edge, or rows of the world. */
function choicesFor(world: string, { presets, answers }: Schemas['FaultSchemas']): ChoicesOf {
  const named: Readonly<Record<string, SearchChoices>> = {
    operation: operationChoices,
    preset: async (text) =>
      findChoices(
        text,
        presets.map(({ preset, status, title, when }) => ({ value: preset, name: `${status} ${title}`, about: when })),
      ),
    edge: async (text) =>
      findChoices(
        text,
        answers.map(({ preset, status, title, seen }) => ({ value: preset, name: `${status} ${title}`, about: seen })),
      ),
  }
  return ({ 'x-names': names = '', 'x-picks': picks }) => (picks ? rowChoices(world, picks.table, picks.field) : named[names])
}
