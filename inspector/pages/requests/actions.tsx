import { useState } from 'hono/jsx/dom'
import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { go } from '../../address.ts'
import { copy } from '../../components/copy.ts'
import { Menu } from '../../components/menu.tsx'
import { attempt, tell } from '../../components/notices.tsx'
import { call } from '../../connection.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { lookAgain } from '../../live.ts'
import { useLoad } from '../../load.ts'
import { useWorld } from '../../world.ts'

type Entry = Schemas['Request']
type Kind = 'curl' | 'fetch' | 'verify' | 'test'

/** The actions for a call. */
export function RequestActions({ entry }: { readonly entry: Entry }) {
  const { id: world } = useWorld()
  const copyAs = (words: string, kind: Kind): Promise<boolean> =>
    attempt(async () => {
      const snippets = await call('getRequestSnippets', world, { path: { request_id: entry.id } })
      const text = snippets[kind]
      if (text === null) tell(snippets.no_test ?? 'Only the beginning of its body is kept.', 'bad')
      else await copy(words, text)
      return undefined
    })
  return (
    <div class="actions">
      <button onClick={() => copyAs('The curl command', 'curl')}>Copy as curl</button>
      <Menu label="Copy as… ▾" name="Copy as">
        {(close) => (
          <div class="items" onClick={close}>
            <button onClick={() => copyAs('The call of fetch', 'fetch')}>fetch</button>
            <button onClick={() => copyAs('The expectation', 'verify')}>verify of the client</button>
            <button onClick={() => copyAs('The test', 'test')}>Vitest test with the steps before</button>
          </div>
        )}
      </Menu>
      <Menu label="Send again… ▾" name="Send again">
        {(close) => <SendAgain entry={entry} onDone={close} />}
      </Menu>
      <Menu label="Fail the next one… ▾" name="Fail the next one">
        {(close) => (
          <div class="items" onClick={close}>
            <Failures entry={entry} world={world} />
          </div>
        )}
      </Menu>
    </div>
  )
}

/** Says what would be sent, and sends it once. The server makes the call: a browser repeats a call whose connection breaks. */
function SendAgain({ entry, onDone }: { readonly entry: Entry; readonly onDone: () => void }) {
  const { id: world } = useWorld()
  const [isSending, setSending] = useState(false)
  const { id, method, path, query, request, via } = entry
  const search = new URLSearchParams(query).toString()
  const send = async (): Promise<void> => {
    if (isSending) return
    setSending(true)
    const isSent = await attempt(async () => {
      const sent = await call('resendRequest', world, { path: { request_id: id } })
      lookAgain()
      if (sent.id !== null) go({ id: sent.id })
      return sent.status === null ? 'It was sent once more, and not answered.' : `It was answered with ${sent.status}.`
    })
    if (isSent) onDone()
    else setSending(false)
  }
  return (
    <div class="send-again">
      <p class="mono">
        <b>{method}</b> {path}
        {search === '' ? '' : `?${search}`}
      </p>
      <p class="quiet-text">
        {via === 'batch'
          ? 'as a direct call, with the key of the world'
          : `with ${formatCount(Object.keys(request.headers).length, 'header')}`}
        {request.body === '' ? ', without a body' : ' and this body:'}
      </p>
      {request.body === '' ? null : <pre class="body">{request.body}</pre>}
      <button class="primary" disabled={isSending} onClick={send}>
        {isSending ? 'Sending…' : 'Send it once'}
      </button>
    </div>
  )
}

type Effect = BodyOf<'createFault'>['effect']

/** What the next call like this one can meet: the problems that its contract documents, and the faults of connections and of time. */
function Failures({ entry, world }: { readonly entry: Entry; readonly world: string }) {
  const { data } = useLoad('schemas of faults', () => call('getFaultSchemas'))
  const documented = data?.operations.find(({ operation }) => operation === entry.operation)?.presets ?? ['TooManyRequests']
  const effects = [
    ...(data?.presets ?? [])
      .filter(({ preset }) => documented.includes(preset))
      .map(({ preset, status, title, when }) => ({
        words: `${status} ${title}`,
        seen: when,
        fault: { effect: { problem: { preset } } },
      })),
    ...(data?.calls ?? [])
      .filter(({ fault: { effect } }) => 'connection' in effect || typeof effect.latency === 'string')
      .map(({ title, seen, fault }) => ({ words: title, seen, fault })),
  ]
  return (
    <>
      {effects.map(({ words, seen, fault }) => (
        <button key={words} title={seen} onClick={() => failNext(entry, world, words, fault)}>
          {words}
        </button>
      ))}
    </>
  )
}

interface NextFault {
  readonly effect: Effect
  readonly stage?: BodyOf<'createFault'>['stage']
}

function failNext(
  { operation, method, path }: Entry,
  world: string,
  words: string,
  { effect, stage }: NextFault,
): Promise<boolean> {
  return attempt(async () => {
    const match = operation === null ? { path: `/${path.replace(/^\/(?:3\.0\/)?/, '')}` as const } : { operation }
    const body = { match, when: { first: 1 }, effect, ...(stage === undefined ? {} : { stage }) }
    const { id } = await call('createFault', world, { body })
    lookAgain()
    return `Fault ${id} is armed for the next ${operation ?? `${method} ${path}`}: ${words}.`
  })
}
