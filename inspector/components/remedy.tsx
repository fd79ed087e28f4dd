import { attemptChange } from './notices.tsx'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/support/units-of-time.ts'
import { asObject, isObject } from '../../src/kernel/support/is-object.ts'
import type { Schemas } from '../../src/kit/client/contract.ts'
import { authorization, SERVER_URL } from '../connection.ts'
import { parseJsonOrNone } from '../../src/kernel/support/json-fault.ts'
import { formatSpan } from '../format.ts'
import { makeApiUrl, useWorld, type World } from '../world.ts'

type NonEvent = Schemas['NonEvent']

/** A call that a remedy names in whole. */
interface Act {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

/** What to do so that something happens: a button if it is one call, otherwise the words. */
export function Remedy({ nonEvent }: { readonly nonEvent: NonEvent }) {
  const world = useWorld()
  const act = actIn(nonEvent.remedy)
  if (!act) return <>{nonEvent.remedy}</>
  const run = (): Promise<boolean> =>
    attemptChange(async () => {
      await perform(world, act)
      return 'Done.'
    })
  return (
    <button title={nonEvent.remedy} onClick={run}>
      {labelRemedy(nonEvent, act)}
    </button>
  )
}

function actIn(remedy: string): Act | undefined {
  const [, method, path, body] = /^(POST|PATCH|DELETE) (\/\S+)(?: with (\{.*\}))?$/.exec(remedy) ?? []
  if (method === undefined || path === undefined) return undefined
  return body === undefined || parseJsonOrNone(body) !== undefined ? { method, path, body } : undefined
}

const WORDS: { readonly [Code in NonEvent['code']]?: string } = {
  no_webhook: 'Add a webhook to http://127.0.0.1:5000/hooks',
  webhook_off: 'Turn the webhook on',
  single_optin: 'Turn on double opt-in',
  no_notification: 'Let the list notify owner@example.com',
  no_order_notification: 'Let the store send it',
  cart_without_url: 'Give the cart a checkout address',
  joined_later: 'Make another campaign',
  dropped: 'Lift the delivery fault',
  held_back: 'Lift the delivery fault',
  recorded: 'Deliver webhooks',
  faulted: 'Lift the fault',
  batch_held: 'Lift the fault',
  attempts_failed: 'Send the webhook again',
  webhook_given_up: 'Send the webhook again',
  queued: 'Wait for the outcome',
}

function labelRemedy({ code }: NonEvent, { path, body }: Act): string {
  const given = body === undefined ? undefined : parseJsonOrNone(body)
  if (path.endsWith('/clock/advance') && isObject(given)) {
    const ms = durationMs(String(given['by']))
    return ms > 0 ? `Advance ${formatSpan(ms)}` : 'Wait for the outcome'
  }
  if (isObject(given)) {
    const [kind, switches] = Object.entries(given)[0] ?? []
    if (code === 'event_off' || code === 'source_off')
      return `Turn on ${kind?.replace(/s$/, '')} ${Object.keys(asObject(switches)).join(', ')}`
  }
  return WORDS[code] ?? 'Do this'
}

const UNIT_MS: Readonly<Record<string, number>> = { D: DAY_MS, H: HOUR_MS, M: MINUTE_MS, S: 1_000 }

/** The milliseconds of an ISO 8601 duration of days, hours, minutes and seconds. */
function durationMs(duration: string): number {
  return [...duration.matchAll(/([\d.]+)([DHMS])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNIT_MS[unit] ?? 0),
    0,
  )
}

async function perform(world: World, { method, path, body }: Act): Promise<void> {
  const isControl = path.startsWith('/_control')
  const response = await fetch((isControl ? SERVER_URL : makeApiUrl(world)) + path, {
    method,
    headers: {
      ...(isControl ? authorization() : { authorization: `Bearer ${world.api_key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  })
  if (response.ok) return
  const problem: unknown = await response.json().catch(() => undefined)
  throw new Error(isObject(problem) ? String(problem['detail']) : `It was answered with ${response.status}.`)
}
