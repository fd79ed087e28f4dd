import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { go } from '../../address.ts'
import { copy } from '../../components/copy.ts'
import { Menu } from '../../components/menu.tsx'
import { attempt } from '../../components/notices.tsx'
import { call } from '../../connection.ts'
import { lookAgain } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { apiUrlOf, useWorld, type World } from '../../world.ts'
import { curlOf, fetchOf, repeatable, testOf, verifyOf, whyNotRepeatable } from './snippets.ts'

type Entry = Schemas['Request']

/** The actions for a call. */
export function RequestActions({ entry }: { readonly entry: Entry }) {
  const world = useWorld()
  const reason = whyNotRepeatable(entry)
  const what = entry.operation ?? `${entry.method} ${entry.path}`
  return (
    <div class="actions">
      <button onClick={() => copy('The curl command', curlOf(entry, world))}>Copy as curl</button>
      <Menu label="Copy as… ▾" name="Copy as">
        {(close) => (
          <div class="items" onClick={close}>
            <button onClick={() => copy('The call of fetch', fetchOf(entry, world))}>fetch</button>
            <button onClick={() => copy('The expectation', verifyOf(entry))}>verify of the client</button>
            <button onClick={() => copy('The test', testOf(entry, world))}>Vitest test</button>
          </div>
        )}
      </Menu>
      <button disabled={reason !== undefined} title={reason} onClick={() => sendAgain(entry, world)}>
        Send again
      </button>
      <Menu label="Fail the next one… ▾" name="Fail the next one">
        {(close) => (
          <div class="items" onClick={close}>
            <Failures entry={entry} world={world.id} />
          </div>
        )}
      </Menu>
      {entry.operation === null ? null : (
        <button onClick={() => go({ operation: entry.operation ?? undefined })}>Only {what}</button>
      )}
    </div>
  )
}

/** Sends a call again, and shows the new one. */
function sendAgain(entry: Entry, world: World): Promise<boolean> {
  return attempt(async () => {
    const { method, path, headers, body, isKeyed } = repeatable(entry, world)
    const answer = await fetch(apiUrlOf(world) + path, {
      method,
      headers: { ...headers, ...(isKeyed ? { authorization: `Bearer ${world.api_key}` } : {}) },
      ...(body === '' || method === 'GET' || method === 'HEAD' ? {} : { body }),
      redirect: 'manual',
    })
    const id = answer.headers.get('x-request-id')
    if (id !== null) go({ id })
    return answer.status === 0 ? 'It was answered with a redirect.' : `It was answered with ${answer.status}.`
  })
}

type Effect = BodyOf<'createFault'>['effect']

/** Effects for any call, beside the problems of its contract. */
const EFFECTS: readonly { readonly words: string; readonly effect: Effect }[] = [
  { words: 'The connection is reset', effect: { connection: 'reset' } },
  { words: 'The answer is malformed', effect: { connection: 'malformed' } },
  { words: 'It takes two more seconds', effect: { latency: 'PT2S' } },
]

/** What the next call like this one can meet: the problems that its contract documents, and what happens to connections. */
function Failures({ entry, world }: { readonly entry: Entry; readonly world: string }) {
  const { data } = useLoad('schemas of faults', () => call('getFaultSchemas'))
  const documented = data?.operations.find(({ operation }) => operation === entry.operation)?.presets ?? ['TooManyRequests']
  const problems = data?.presets.filter(({ preset }) => documented.includes(preset)) ?? []
  const effects = [
    ...problems.map(({ preset, status, title }) => ({
      words: `${status} ${title}`,
      key: preset,
      effect: { problem: { preset } },
    })),
    ...EFFECTS.map((each) => ({ ...each, key: each.words })),
  ]
  return (
    <>
      {effects.map(({ words, key, effect }) => (
        <button key={key} title={key} onClick={() => failNext(entry, world, words, effect)}>
          {words}
        </button>
      ))}
    </>
  )
}

function failNext({ operation, method, path }: Entry, world: string, words: string, effect: Effect): Promise<boolean> {
  return attempt(async () => {
    const match = operation === null ? { path: `/${path.replace(/^\/(?:3\.0\/)?/, '')}` as const } : { operation }
    const { id } = await call('createFault', world, { body: { match, when: { first: 1 }, effect } })
    lookAgain()
    return `Fault ${id} is armed for the next ${operation ?? `${method} ${path}`}: ${words}.`
  })
}
