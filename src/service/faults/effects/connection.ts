import type { Reply } from '../../../kernel/support/reply.ts'
import type { Effect, EffectKind, EffectValue, ReplaceEffect } from './effect.ts'

/** Breaks the connection or the body, or slows down sending. */
export const connection: EffectKind<'connection'> = {
  additions: { bytes_per_second: 'the connection slow' },

  *check(value, { bytes_per_second }) {
    if (bytes_per_second !== undefined && value !== 'slow')
      yield { pointer: '/effect/bytes_per_second', message: 'is allowed only with the connection slow.' }
  },

  onCall: (value, { effect: { bytes_per_second } }) => connections[value](bytes_per_second),
}

/** Default speed of `slow`. */
const BYTES_PER_SECOND = 1_000

const connections: { readonly [Word in EffectValue<'connection'>]: (bytes_per_second?: number) => Effect } = {
  reset: () => unanswered('reset'),
  close: () => unanswered('close'),
  hang: () => unanswered('hang'),
  truncate: () => makeReplacement('truncate', async (answer) => ({ ...withBody(answer), wire: { kind: 'truncate' } })),
  malformed: () => ({ ...makeReplacement('malformed', halved), breaks: false }),
  slow: (pace = BYTES_PER_SECOND) => ({ acts: 'send', name: 'slow', send: (answer) => slowedDown(answer, pace) }),
}

function makeReplacement(name: EffectValue<'connection'>, make: ReplaceEffect['make']): Effect & ReplaceEffect {
  return { acts: 'replace', name, needsAnswer: true, breaks: true, make }
}

/** The connection breaks before any answer. */
function unanswered(kind: 'reset' | 'close' | 'hang'): Effect {
  return { ...makeReplacement(kind, async (answer = UNANSWERED) => ({ ...answer, wire: { kind } })), needsAnswer: false }
}

/** The answer of a connection that breaks before any answer. It is never sent. */
const UNANSWERED: Reply = { status: 500, headers: {}, body: null }

/** Sends slowly. If several faults do, the slowest one wins. */
function slowedDown(answer: Reply, pace: number): Reply {
  const current = answer.wire?.kind === 'slow' ? answer.wire.bytes_per_second : pace
  return { ...answer, wire: { kind: 'slow', bytes_per_second: Math.min(current, pace) } }
}

/** Gives an answer without a body a short one, so that there is something to cut in half. */
function withBody(answer: Reply = UNANSWERED): Reply {
  if (answer.body !== null && answer.body !== '') return answer
  const { 'content-length': _, ...headers } = answer.headers
  return { status: answer.status === 204 ? 200 : answer.status, headers, body: '{}' }
}

async function halved(answer: Reply | undefined): Promise<Reply> {
  const { body, headers, ...others } = withBody(answer)
  const text = typeof body === 'string' ? body : await new Response(body).text()
  const { 'content-length': _, ...left } = headers
  return { ...others, headers: left, body: text.slice(0, Math.floor(text.length / 2)) }
}
