import type { Schemas } from '../../contract/control.ts'
import { errors as catalogue, type ErrorWord } from '../../contract/service.ts'
import type { Reply } from '../../support/reply.ts'
import type { EffectRun } from './effect.ts'
import type { FaultCall } from '../call.ts'
import type { FaultRow } from '../definition.ts'

type Origin = FaultCall['origin']
type Effect = Pick<FaultRow, 'id' | 'effect'>

/** Answers a problem object in place of the service. */
export function problemEffect(fault: Effect, { origin }: FaultCall): EffectRun {
  return {
    kind: 'instead',
    effect: 'problem',
    needsAnswer: false,
    breaks: false,
    make: async () => problemReply(fault, origin),
  }
}

/** The status and the JSON of the problem object that a fault answers. */
export function problemOf({ id, effect }: Effect, { base_url, request_id }: Origin): { status: number; body: string } {
  const { preset, type, title, status, detail, instance, errors }: Schemas['FaultProblem'] = effect.problem ?? {}
  // The words have been checked when the fault was made.
  const known = preset === undefined ? undefined : catalogue[preset as ErrorWord]
  const answered = status ?? known?.status ?? 500
  const body = {
    type: type ?? `${base_url}/docs/errors`,
    title: title ?? known?.title ?? '',
    status: answered,
    detail: detail ?? `Answered because the fault ${id} of maildouble asks for it.`,
    instance: instance ?? request_id,
    ...(errors ? { errors } : {}),
  }
  return { status: answered, body: JSON.stringify(body) }
}

function problemReply(fault: Effect, origin: Origin): Reply {
  const given = Object.entries(fault.effect.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    ...problemOf(fault, origin),
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': origin.request_id,
      link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
      ...Object.fromEntries(given),
    },
  }
}
