import { asObject } from '../../src/kernel/support/is-object.ts'
import { useEffect, useRef, useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../src/kit/client/contract.ts'
import { useAddress } from '../address.ts'
import { rowChoices, type Within } from '../components/choices.ts'
import { Form } from '../components/form.tsx'
import { Link } from '../components/link.tsx'
import { Problem } from '../components/problem.tsx'
import { type ChoicesOf, ChoicesContext, SchemaForm } from '../components/schema-form.tsx'
import { Section } from '../components/section.tsx'
import { Split } from '../components/split.tsx'
import { call } from '../connection.ts'
import { parseJsonOrNone } from '../../src/kernel/support/json-fault.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { lookAgain } from '../live.ts'
import { type FormValue, plainSchema } from '../schema.ts'
import { useWorld } from '../world.ts'
import { groupTriggers, useTriggers } from './act/triggers.ts'

/** What other people can do. */
export function ActPage() {
  const { trigger, given } = useAddress()
  const { data: triggers = [], error } = useTriggers()
  const chosen = triggers.find((each) => each.trigger === trigger)
  return (
    <Split
      list={
        <div class="choices">
          {error === undefined ? null : <Problem error={error} />}
          {groupTriggers(triggers).map(([group, each]) => (
            <div key={group}>
              <h2 class="heading">{group}</h2>
              <ul>
                {each.map(({ trigger: name, title }) => (
                  <li key={name}>
                    <Link to={{ trigger: name, given: undefined }} title={name} isCurrent={name === trigger} class="choice">
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      }
      detail={chosen ? <TriggerForm key={`${trigger} ${given}`} chosen={chosen} given={given} /> : undefined}
      hint="Select what happens: it happens at the current instant of the world, with all its consequences."
    />
  )
}

interface TriggerFormProps {
  readonly chosen: Schemas['TriggerCollection']['triggers'][number]
  /** Members that are filled in already, as JSON. */
  readonly given: string | undefined
}

function TriggerForm({ chosen: { trigger, title, description, schema }, given }: TriggerFormProps) {
  const { id: world } = useWorld()
  const filled = given === undefined ? {} : parseJsonOrNone(given)
  const [value, setValue] = useState<FormValue>(asObject(filled))
  const [result, setResult] = useState<Schemas['Triggered'] | undefined>(undefined)
  const choices: ChoicesOf = (member, siblings) => {
    const picks = plainSchema(member)['x-picks']
    return picks && rowChoices(world, picks.table, picks.field, chooseWithin(picks.table, { ...value, ...siblings }))
  }
  const run = async (): Promise<string> => {
    setResult(undefined)
    // The server checks the body against the schema from which the form is made.
    setResult(await call('runTrigger', world, { body: { ...value, trigger } as unknown as BodyOf<'runTrigger'> }))
    lookAgain()
    return `${trigger} has happened.`
  }
  return (
    <article>
      <h2>{title}</h2>
      <p class="facts quiet-text">
        <code>{trigger}</code> {description.replaceAll('`', '')}
      </p>
      <ChoicesContext.Provider value={choices}>
        <Form
          class="form narrow"
          fields={Object.keys(schema.properties ?? {})}
          onSend={run}
          actions={<button class="primary">Make it happen</button>}
        >
          <SchemaForm schema={schema} value={value} onChange={setValue} without={['trigger']} isFolded />
        </Form>
      </ChoicesContext.Provider>
      {result ? <Result result={result} /> : null}
    </article>
  )
}

/** The list, the store or the product of a form to which the rows of a table are kept. */
function chooseWithin(table: string, { list_id, store_id, product_id }: FormValue): Within {
  if (!/^(?:store_|promo_)/.test(table)) return table !== 'lists' && isGiven(list_id) ? { list_id } : {}
  return {
    ...(isGiven(store_id) ? { store_id } : {}),
    ...(table === 'store_variants' && isGiven(product_id) ? { product_id } : {}),
  }
}

function isGiven(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function Result({ result: { events, deliveries, changed, code } }: { readonly result: Schemas['Triggered'] }) {
  const list = useRef<HTMLUListElement>(null)
  // Without braces, the promise that newer browsers return would be taken for a function that undoes the effect.
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Section title="What happened">
      <ul class="box" ref={list}>
        {changed.map(({ entity, id }) => (
          <li key={entity + id}>
            changed: {entity.replaceAll('_', ' ')} <code>{id}</code>
          </li>
        ))}
        {events.map(({ event, id }, index) => (
          <li key={index}>
            event: {event} {id === undefined ? null : <code>{id}</code>}
          </li>
        ))}
        {deliveries.map((id) => (
          <li key={id}>
            webhook:{' '}
            <Link class="text-link" to={{ page: 'webhooks', id: String(id) }}>
              {String(id)}
            </Link>
          </li>
        ))}
        {code === undefined ? null : (
          <li>
            code: <code>{code}</code>
          </li>
        )}
        {changed.length + events.length + deliveries.length === 0 ? <li>{formatCount(0, 'change')}</li> : null}
      </ul>
    </Section>
  )
}
