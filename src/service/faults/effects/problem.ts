import { errorCatalogue, type ErrorWord } from '../../../kernel/contract/service.ts'
import { problemType } from '../../model/errors.ts'
import { checkHeaderName, type FaultMistakes, quoteValue, unknownName } from '../mistakes.ts'
import type { BatchAnswer, EffectKind, EffectValue, FiringFault } from './effect.ts'
import type { EffectFields } from '../../model/faults/fault.ts'
import { edgeAnswers, type EdgeAnswer } from '../../../kernel/contract/generated/edge-answers.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import { readDuration } from '../../../kernel/support/time.ts'
import { checkDelay } from './latency.ts'

/** Answers a problem object in place of the service. */
export const problem: EffectKind<'problem'> = {
  additions: { headers: 'problem' },

  *check(value, { headers }) {
    yield* checkProblem(value)
    if (headers) yield* checkHeaders(headers)
  },

  onCall: (value, firing) => ({
    acts: 'replace',
    name: 'problem',
    needsAnswer: false,
    breaks: false,
    make: async () => ({ ...makeProblem(value, firing), headers: composeHeaders(firing) }),
  }),

  inBatch: makeProblem,
}

function* checkProblem({ preset, status, title }: EffectValue<'problem'>): FaultMistakes {
  if (preset !== undefined) {
    if (!Object.hasOwn(errorCatalogue, preset))
      yield {
        pointer: '/effect/problem/preset',
        message: unknownName('preset', preset, Object.keys(errorCatalogue)),
      }
    return
  }
  const hint = 'or set preset to a word of the error catalogue, such as TooManyRequests'
  if (status === undefined) yield { pointer: '/effect/problem/status', message: `must be given, 400 to 599, ${hint}.` }
  if (title === undefined) yield { pointer: '/effect/problem/title', message: `must be given, ${hint}.` }
}

/** Headers that frame a response. Faults may not set them. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

function* checkHeaders(headers: NonNullable<EffectFields['headers']>): FaultMistakes {
  const pointer = '/effect/headers'
  for (const [name, value] of Object.entries(headers)) {
    const wrong = `has ${quoteValue(name)}, `
    yield* checkHeaderName(name, pointer)
    if (FRAMING.includes(name.toLowerCase()))
      yield { pointer, message: `${wrong}which the server sets itself; use connection for broken responses.` }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      yield { pointer, message: `${wrong}whose value has characters that are not allowed in headers.` }
  }
}

/** The status and the JSON of the problem object. */
function makeProblem(value: EffectValue<'problem'>, { id, call: { origin } }: FiringFault): BatchAnswer {
  const { preset, type, title, status, detail, instance, errors } = value
  // The preset was checked when the fault was created.
  const catalogued = preset === undefined ? undefined : errorCatalogue[preset as ErrorWord]
  const answered = status ?? catalogued?.status ?? 500
  const body = {
    ...(type === undefined ? problemType(preset as ErrorWord | undefined, origin) : { type }),
    title: title ?? catalogued?.title ?? '',
    status: answered,
    detail: detail ?? `Injected by the fault ${id} of maildouble.`,
    instance: instance ?? origin.request_id,
    ...(errors ? { errors } : {}),
  }
  return { status: answered, body: JSON.stringify(body) }
}

function composeHeaders({ effect: { headers }, call: { origin } }: FiringFault): Record<string, string> {
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': origin.request_id,
    link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
    ...lowerCased(headers),
  }
}

/** Answers like something in front of the service: with any status, any headers and any body. */
export const answer: EffectKind<'answer'> = {
  additions: { headers: 'answer' },

  *check(value, { headers }) {
    const { preset, status, body, after } = value
    if (preset !== undefined && !findPreset(preset))
      yield { pointer: '/effect/answer/preset', message: unknownName('answer of the edge', preset, Object.keys(edgeAnswers)) }
    if (preset === undefined && status === undefined) {
      const message = 'must be given, 100 to 599, or set preset to an answer of the edge, such as EdgeBlocked.'
      yield { pointer: '/effect/answer/status', message }
    }
    if (body !== undefined) yield* checkBody(body)
    if (after !== undefined) yield* checkDelay(after, '/effect/answer/after')
    if (headers) yield* checkHeaders(headers)
  },

  onCall(value, { effect }) {
    const known = findPreset(value.preset)
    const { headers } = effect
    const status = value.status ?? known?.status ?? 200
    const body = value.body ?? known?.body ?? 'none'
    return {
      acts: 'replace',
      name: 'answer',
      needsAnswer: body === 'service',
      breaks: false,
      after: readDuration(value.after ?? known?.after) ?? 0,
      make: async (reply) =>
        edgeReply({ status, headers: { ...known?.headers, ...lowerCased(headers) }, body: composeBody(body, reply) }),
    }
  },
}

function findPreset(name: string | undefined): EdgeAnswer | undefined {
  return Object.entries(edgeAnswers).find(([each]) => each === name)?.[1]
}

/** After an informational status, the client waits for another answer, which never comes. */
function edgeReply(reply: Reply): Reply {
  return reply.status < 200 ? { ...reply, wire: { kind: 'interim' } } : reply
}

type GivenBody = NonNullable<EffectValue<'answer'>['body']>

function* checkBody(body: GivenBody): FaultMistakes {
  const pointer = '/effect/answer/body'
  if (typeof body === 'string') {
    const names = ['none', 'service', ...pages]
    if (!names.includes(body))
      yield {
        pointer,
        message: `must be an object with text or base64, or one of ${names.join(', ')}; ${quoteValue(body)} is not.`,
      }
    return
  }
  const { text, base64 } = body
  if ((text === undefined) === (base64 === undefined)) yield { pointer, message: 'must have either text or base64.' }
  if (base64 !== undefined && !/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(base64))
    yield { pointer: `${pointer}/base64`, message: 'must be base64 with its padding, such as aGVsbG8=.' }
}

/** The names of the answers with a page of their own. */
const pages: readonly string[] = Object.entries(edgeAnswers).flatMap(([name, { body }]) =>
  body === 'none' || body === 'service' ? [] : [name],
)

function composeBody(body: GivenBody | string, reply: Reply | undefined): Reply['body'] {
  if (body === 'none') return ''
  if (body === 'service') return reply?.body ?? ''
  if (typeof body === 'string') return findPreset(body)?.body ?? body
  return body.base64 === undefined ? (body.text ?? '') : decodeBase64(body.base64)
}

/** Bytes as text if they are UTF-8, so that the journal shows them; other bytes as a stream. */
function decodeBase64(base64: string): Reply['body'] {
  const bytes = Buffer.from(base64, 'base64')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new Response(bytes).body
  }
}

function lowerCased(headers: EffectFields['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
