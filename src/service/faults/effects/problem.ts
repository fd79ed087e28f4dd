import { errorCatalogue, type ErrorWord } from '../../../kernel/contract/service.ts'
import { problemType } from '../../model/errors.ts'
import { checkHeaderName, type FaultMistakes, quoteValue, unknownName } from '../mistakes.ts'
import type { BatchAnswer, EffectKind, EffectValue, FiringFault } from './effect.ts'
import type { EffectFields } from '../../model/faults/effect-fields.ts'

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
    make: async () => ({ ...makeProblem(value, firing), headers: headersOf(firing) }),
  }),

  inBatch: makeProblem,
}

function* checkProblem({ preset, status, title }: EffectValue<'problem'>): FaultMistakes {
  if (preset !== undefined) {
    if (!Object.hasOwn(errorCatalogue, preset))
      yield {
        pointer: '/effect/problem/preset',
        message: unknownName('error in the catalogue', preset, Object.keys(errorCatalogue)),
      }
    return
  }
  const hint = 'or set preset to a word of the error catalogue, such as TooManyRequests'
  if (status === undefined) yield { pointer: '/effect/problem/status', message: `must be given, 400 to 599, ${hint}.` }
  if (title === undefined) yield { pointer: '/effect/problem/title', message: `must be given, ${hint}.` }
}

/** Headers that frame a response. Faults may not set them. */
const FRAMING = ['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']

export function* checkHeaders(headers: NonNullable<EffectFields['headers']>): FaultMistakes {
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

function headersOf({ effect: { headers = {} }, call: { origin } }: FiringFault): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': origin.request_id,
    link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
    ...Object.fromEntries(own),
  }
}
