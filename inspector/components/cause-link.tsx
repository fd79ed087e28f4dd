import type { Schemas } from '../../src/kit/client/contract.ts'
import { Link } from './link.tsx'

/** The cause of a change: a link to a call, or the name of a job or a trigger. */
export function CauseLink({ cause, words }: { readonly cause: Schemas['Cause']; readonly words?: string }) {
  if (cause.request !== undefined) return <Link to={{ page: 'requests', id: cause.request }}>{words ?? 'a call'}</Link>
  if (cause.job !== undefined) return <span>{words ?? `the job ${cause.job}`}</span>
  if (cause.trigger !== undefined) return <span>{words ?? `the trigger ${cause.trigger}`}</span>
  return <span>{words ?? 'an unknown cause'}</span>
}
