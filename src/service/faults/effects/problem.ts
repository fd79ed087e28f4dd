import type { ControlSchemas } from '../../../kernel/contract/control.ts'
import { errorCatalogue, type ErrorWord } from '../../../kernel/contract/service.ts'
import type { Reply } from '../../../kernel/support/reply.ts'
import type { Effect } from './effect.ts'
import type { FaultCall } from '../call.ts'
import type { FaultRow } from '../definition.ts'

type Origin = FaultCall['origin']
type ProblemFault = Pick<FaultRow, 'id' | 'effect'>

/** Answers a problem object in place of the service. */
export function problemEffect(fault: ProblemFault, { origin }: FaultCall): Effect {
  return {
    kind: 'replace',
    name: 'problem',
    needsAnswer: false,
    breaks: false,
    make: async () => problemReply(fault, origin),
  }
}

/** The status and the JSON of the problem object that a fault answers. */
export function problemOf({ id, effect }: ProblemFault, { base_url, request_id }: Origin): { status: number; body: string } {
  const { preset, type, title, status, detail, instance, errors }: ControlSchemas['FaultProblem'] = effect.problem ?? {}
  // The preset was checked when the fault was created.
  const catalogued = preset === undefined ? undefined : errorCatalogue[preset as ErrorWord]
  const answered = status ?? catalogued?.status ?? 500
  const body = {
    type: type ?? `${base_url}/docs/errors`,
    title: title ?? catalogued?.title ?? '',
    status: answered,
    detail: detail ?? `Injected by the fault ${id} of maildouble.`,
    instance: instance ?? request_id,
    ...(errors ? { errors } : {}),
  }
  return { status: answered, body: JSON.stringify(body) }
}

function problemReply(fault: ProblemFault, origin: Origin): Reply {
  const headers = Object.entries(fault.effect.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  return {
    ...problemOf(fault, origin),
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': origin.request_id,
      link: `<${origin.base_url}/schema/3.0/Definitions/ProblemDetailDocument.json>; rel="describedBy"`,
      ...Object.fromEntries(headers),
    },
  }
}
