import { useState } from 'hono/jsx/dom'
import { CONNECTION_LANGUAGES, connectionCode, type ConnectionLanguage } from '../../src/kit/client/connection-code.ts'
import { go, useAddress } from '../address.ts'
import { StatusBadge } from '../components/badge.tsx'
import { BodyView } from '../components/body-view.tsx'
import { Command } from '../components/command.tsx'
import { readFieldValue } from '../components/field-value.ts'
import { Link } from '../components/link.tsx'
import { Problem } from '../components/problem.tsx'
import { Section } from '../components/section.tsx'
import { Toggle } from '../components/toggle.tsx'
import { makeApiUrl, useWorld } from '../world.ts'

/** The page for a first visit: what this is, how an application connects to it, and a first call. */
export function HomePage() {
  return (
    <div class="page home">
      <h2>A stand-in for your email-marketing service</h2>
      <p class="lead">
        maildouble answers your application with the service's own API, from accounts in memory: no call reaches the service, and
        no email reaches a person.
      </p>
      <Connect />
      <FirstCall />
      <Section title="Look around">
        <ul class="next">
          {NEXT.map(([page, name, what]) => (
            <li key={page}>
              <Link to={{ page }} class="text-link">
                {name}
              </Link>{' '}
              {what}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const NEXT = [
  ['requests', 'Requests', 'shows each call, and what it changed and caused'],
  ['timeline', 'Timeline', 'shows calls, jobs, webhooks and emails on one axis of time'],
  ['act', 'Act', 'does what other people do: a member unsubscribes, a campaign goes out'],
  ['faults', 'Faults', 'lets calls and webhooks fail'],
  ['state', 'State', 'shows the data, and the history of each row'],
  ['worlds', 'Worlds', 'lists all accounts of this server'],
] as const

/** The code that connects an application, by language and client. */
function Connect() {
  const { base_url, api_key } = useWorld()
  const { language: named = '' } = useAddress()
  const language = isLanguage(named) ? named : 'node'
  return (
    <Section title="1. Connect your application">
      <p>
        Give your application the base URL and the key of this world. The bar at the top copies both; the code below has them
        filled in.
      </p>
      <div class="filters bare" role="group" aria-label="Language">
        {Object.entries(CONNECTION_LANGUAGES).map(([name, { title }]) => (
          <Toggle key={name} isOn={name === language} onChange={() => go({ page: 'home', language: name }, { isStep: false })}>
            {title}
          </Toggle>
        ))}
      </div>
      <Codes language={language} baseUrl={base_url} apiKey={api_key} />
    </Section>
  )
}

function isLanguage(name: string): name is ConnectionLanguage {
  return Object.hasOwn(CONNECTION_LANGUAGES, name)
}

interface CodesProps {
  readonly language: ConnectionLanguage
  readonly baseUrl: string
  readonly apiKey: string
}

function Codes({ language, ...place }: CodesProps) {
  try {
    return (
      <>
        {connectionCode(language, place).map(({ client, code }) => (
          <div key={client} class="code">
            <h4>{client}</h4>
            <Command text={code} name={client} />
          </div>
        ))}
      </>
    )
  } catch (error) {
    return <Problem error={error} />
  }
}

/** The answer to the call that was sent from the page. */
interface HomeAnswer {
  readonly status: number
  readonly body: string
  readonly type: string | undefined
  readonly request: string | undefined
}

/** A call of the service, sent from the page with the key of the world. */
function FirstCall() {
  const world = useWorld()
  const [path, setPath] = useState('/lists?count=2&fields=lists.id,lists.name,lists.stats.member_count')
  const [answer, setAnswer] = useState<HomeAnswer | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const response = await fetch(`${makeApiUrl(world)}/3.0/${path.replace(/^\/+/, '')}`, {
        headers: { authorization: `Bearer ${world.api_key}` },
      })
      const { status, headers } = response
      setAnswer({
        status,
        body: await response.text(),
        type: headers.get('content-type') ?? undefined,
        request: headers.get('x-request-id') ?? undefined,
      })
      setError(undefined)
    } catch (reason) {
      setError(reason)
    }
  }
  return (
    <Section title="2. Make a first call">
      <form class="one-line" onSubmit={send}>
        <label>
          GET {world.base_url}/3.0
          <input name="path" spellcheck={false} value={path} onInput={(event: Event) => setPath(readFieldValue(event))} />
        </label>
        <button class="primary">Send</button>
      </form>
      {error === undefined ? null : <Problem error={error} />}
      {answer ? (
        <div class="answer" role="status">
          <p>
            Answered with <StatusBadge status={answer.status} />.{' '}
            {answer.request === undefined ? null : (
              <Link class="text-link" to={{ page: 'requests', id: answer.request }}>
                Open the call in Requests
              </Link>
            )}
          </p>
          <BodyView body={answer.body} type={answer.type} />
        </div>
      ) : null}
    </Section>
  )
}
