import type { BodyOf, Schemas } from '../../../src/kit/client/contract.ts'
import { go } from '../../address.ts'
import { copy } from '../../components/copy.ts'
import { Form } from '../../components/form.tsx'
import { Menu } from '../../components/menu.tsx'
import { attempt, attemptChange } from '../../components/notices.tsx'
import { call } from '../../connection.ts'
import { useFaultSchemas } from '../../control-document.ts'
import { formatCount } from '../../../src/kernel/support/words.ts'
import { lookAgain } from '../../live.ts'
import { useWorld } from '../../world.ts'

type CallEntry = Schemas['Request']
type SnippetKind = keyof typeof SNIPPETS

/** What the kinds of code are called. */
const SNIPPETS = {
  curl: 'The curl command',
  fetch: 'The call of fetch',
  verify: 'The expectation',
  test: 'The test',
} as const

/** Copies a call as code, or tells why there is none. */
export async function copySnippet(world: string, id: string, kind: SnippetKind): Promise<undefined> {
  const snippets = await call('getRequestSnippets', world, { path: { request_id: id } })
  const text = snippets[kind]
  if (text === null) throw new Error(snippets.no_test ?? 'Only the beginning of its body is kept.')
  await copy(SNIPPETS[kind], text)
}

export function RequestActions({ entry }: { readonly entry: CallEntry }) {
  const { id: world } = useWorld()
  const copyAs = (kind: SnippetKind): Promise<boolean> => attempt(() => copySnippet(world, entry.id, kind))
  return (
    <div class="actions">
      <button onClick={() => copyAs('curl')}>Copy as curl</button>
      <Menu label="Copy as… ▾" name="Copy as">
        {(close) => (
          <div class="items" onClick={close}>
            <button onClick={() => copyAs('fetch')}>fetch</button>
            <button onClick={() => copyAs('verify')}>verify of the client</button>
            <button onClick={() => copyAs('test')}>Vitest test with the steps before</button>
          </div>
        )}
      </Menu>
      <Menu label="Send again… ▾" name="Send again">
        {(close) => <SendAgain entry={entry} onDone={close} />}
      </Menu>
      <Menu label="Fail the next one… ▾" name="Fail the next one">
        {(close) => (
          <div class="items" onClick={close}>
            <Failures entry={entry} />
          </div>
        )}
      </Menu>
    </div>
  )
}

/** Says what would be sent, and sends it once. The server makes the call: a browser repeats a call whose connection breaks. */
function SendAgain({ entry, onDone }: { readonly entry: CallEntry; readonly onDone: () => void }) {
  const { id: world } = useWorld()
  const { id, method, path, query, request, via } = entry
  const search = new URLSearchParams(query).toString()
  const send = async (): Promise<string> => {
    const sent = await call('resendRequest', world, { path: { request_id: id } })
    lookAgain()
    if (sent.id !== null) go({ id: sent.id })
    onDone()
    return sent.status === null ? 'It was sent once more, and not answered.' : `It was answered with ${sent.status}.`
  }
  return (
    <Form class="send-again" fields={[]} onSend={send} actions={<button class="primary">Send it once</button>}>
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
    </Form>
  )
}

/** What the next call like this one can meet: the problems that its contract documents, and the faults of connections and of time. */
function Failures({ entry: { operation, method, path } }: { readonly entry: CallEntry }) {
  const { id: world } = useWorld()
  const { data } = useFaultSchemas()
  const documented = data?.operations.find((each) => each.operation === operation)?.presets ?? ['TooManyRequests']
  const fail = (words: string, fault: Pick<BodyOf<'createFault'>, 'effect' | 'stage'>): Promise<boolean> =>
    attemptChange(async () => {
      const match = operation === null ? { path: `/${path.replace(/^\/(?:3\.0\/)?/, '')}` as const } : { operation }
      const { id } = await call('createFault', world, { body: { match, when: { first: 1 }, ...fault } })
      return `Fault ${id} is armed for the next ${operation ?? `${method} ${path}`}: ${words}.`
    })
  return (
    <>
      {data?.presets
        .filter(({ preset }) => documented.includes(preset))
        .map(({ preset, status, title, when }) => (
          <button key={preset} title={when} onClick={() => fail(`${status} ${title}`, { effect: { problem: { preset } } })}>
            {status} {title}
          </button>
        ))}
      {data?.calls
        .filter(({ fault: { effect } }) => 'connection' in effect || typeof effect.latency === 'string')
        .map(({ title, seen, fault: { effect, stage } }) => (
          <button key={title} title={seen} onClick={() => fail(title, { effect, ...(stage === undefined ? {} : { stage }) })}>
            {title}
          </button>
        ))}
    </>
  )
}
