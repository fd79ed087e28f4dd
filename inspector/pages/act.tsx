import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../src/kit/client/contract.ts'
import { go, useAddress } from '../address.ts'
import { Link } from '../components/link.tsx'
import { attempt } from '../components/notices.tsx'
import { Problem } from '../components/problem.tsx'
import { SchemaForm } from '../components/schema-form.tsx'
import { Section } from '../components/section.tsx'
import { call } from '../connection.ts'
import { counted, jsonOf } from '../format.ts'
import { lookAgain } from '../live.ts'
import { useLoad } from '../load.ts'
import { type FormValue, isObject } from '../schema.ts'
import { useWorld } from '../world.ts'
import { BundlePart } from './act/bundle.tsx'

/** Actions of other people (a member leaves, a campaign is opened), and the bundle of the world. */
export function ActPage() {
  const { id: world } = useWorld()
  const { trigger, given } = useAddress()
  const { data, error } = useLoad(`triggers ${world}`, (signal) => call('getTriggers', world, { signal }))
  const chosen = data?.triggers.find((each) => each.trigger === trigger)
  return (
    <div class={trigger === undefined ? 'act' : 'act open'}>
      <div class="choices">
        <h2 class="heading">What other people do</h2>
        {error !== undefined ? <Problem error={error} /> : null}
        <ul>
          {data?.triggers.map((each) => (
            <li key={each.trigger}>
              <Link
                to={{ trigger: each.trigger, given: undefined }}
                isCurrent={each.trigger === trigger}
                class={each.trigger === trigger ? 'choice on' : 'choice'}
              >
                {each.trigger}
              </Link>
            </li>
          ))}
        </ul>
        <h2 class="heading">This world as a file</h2>
        <ul>
          <li>
            <Link
              to={{ trigger: 'bundle', given: undefined }}
              isCurrent={trigger === 'bundle'}
              class={trigger === 'bundle' ? 'choice on' : 'choice'}
            >
              Bundle
            </Link>
          </li>
        </ul>
      </div>
      <div class="detail" tabindex={-1}>
        {trigger === undefined ? null : (
          <button class="back" onClick={() => go({ trigger: undefined, given: undefined })}>
            ← Back
          </button>
        )}
        {trigger === 'bundle' ? (
          <BundlePart />
        ) : chosen ? (
          <TriggerForm key={`${trigger} ${given}`} chosen={chosen} given={given} />
        ) : (
          <p class="hint">Select what happens: it happens at the current instant of the world, with all its consequences.</p>
        )}
      </div>
    </div>
  )
}

interface TriggerFormProps {
  readonly chosen: Schemas['TriggerCollection']['triggers'][number]
  /** Members that are filled in already, as JSON. */
  readonly given: string | undefined
}

function TriggerForm({ chosen: { trigger, description, schema }, given }: TriggerFormProps) {
  const { id: world } = useWorld()
  const filled = given === undefined ? {} : jsonOf(given)
  const [value, setValue] = useState<FormValue>(isObject(filled) ? filled : {})
  const [result, setResult] = useState<Schemas['Triggered'] | undefined>(undefined)
  const run = (event: Event): void => {
    event.preventDefault()
    void attempt(async () => {
      setResult(undefined)
      // The server checks the body against the schema from which the form is made.
      setResult(await call('runTrigger', world, { body: { ...value, trigger } as unknown as BodyOf<'runTrigger'> }))
      lookAgain()
      return `${trigger} has happened.`
    })
  }
  return (
    <article>
      <h2>{trigger}</h2>
      <p class="facts quiet-text">{description}</p>
      <form class="form narrow" onSubmit={run}>
        <SchemaForm schema={schema} value={value} onChange={setValue} without={['trigger']} />
        <div class="actions">
          <button class="primary">Make it happen</button>
        </div>
      </form>
      {result ? <Result result={result} /> : null}
    </article>
  )
}

function Result({ result: { events, deliveries, changed, code } }: { readonly result: Schemas['Triggered'] }) {
  return (
    <Section title="What happened">
      <ul class="box">
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
        {changed.length + events.length + deliveries.length === 0 ? <li>{counted(0, 'change')}</li> : null}
      </ul>
    </Section>
  )
}
