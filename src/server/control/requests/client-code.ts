import { asObject } from '../../../kernel/support/is-object.ts'
import { indentedLiteral, literal } from '../../../kernel/support/source-text.ts'
import { jsonIn } from '../../../service/calls/json.ts'
import type { ControlCall } from '../../log/entry.ts'
import type { Secrets } from '../../log/secrets.ts'

/** The body of a call of the control API. */
type GivenArguments = Readonly<Record<string, unknown>>

/** Writes a call of the client's `world`; an empty text leaves the call out. `id` is the second segment of the path. */
type Writer = (given: GivenArguments, id: string) => string

/** Left out: the clock of the test stands still, and what was deleted never was in the world of the test. */
const leaveOut: Writer = () => ''

/** The client's code by method and path below the world. */
const WRITERS: Readonly<Record<string, Writer>> = {
  'POST /triggers': ({ trigger, ...rest }) =>
    `trigger(${literal(trigger)}${Object.keys(rest).length === 0 ? '' : `, ${indentedLiteral(rest, '  ')}`})`,
  'POST /faults': (given) => `faults.add(${indentedLiteral(given, '  ')})`,
  'DELETE /faults': () => 'faults.clear()',
  'DELETE /faults/*': (_, id) => `faults.delete(${id})`,
  'POST /delivery-faults': (given) => `deliveryFaults.add(${indentedLiteral(given, '  ')})`,
  'DELETE /delivery-faults': () => 'deliveryFaults.clear()',
  'DELETE /delivery-faults/*': (_, id) => `deliveryFaults.delete(${id})`,
  'PUT /outages/*': (_, id) => `outages.start(${literal(id)})`,
  'DELETE /outages/*': (_, id) => `outages.end(${literal(id)})`,
  'PATCH /settings': (given) => `settings.update(${indentedLiteral(given, '  ')})`,
  'POST /snapshots': ({ name }) => `snapshot(${literal(name)})`,
  'POST /snapshots/*/restore': (_, id) => `restore(${literal(id)})`,
  'PATCH /clock': leaveOut,
  'DELETE /requests': leaveOut,
  'DELETE /deliveries': leaveOut,
  'DELETE /snapshots/*': leaveOut,
}

/** A call of the control API as code with the client. A comment names a call that a test can't repeat. */
export function clientCode({ method, path, body }: ControlCall, secrets: Secrets): string {
  const [, area = '', id, ...rest] = path.split('/')
  const pattern = ['', area, ...(id === undefined ? [] : ['*']), ...rest].join('/')
  const write = WRITERS[`${method} ${pattern}`]
  if (!write) return `// Not repeated: ${method} ${path}`
  const code = write(asObject(jsonIn(secrets.hide(body))), decodeURIComponent(id ?? ''))
  return code === '' ? '' : `await world.${code}`
}
