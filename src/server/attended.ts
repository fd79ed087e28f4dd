import type { Attendance } from '../host/attendance.ts'
import { StoreError } from '../host/store.ts'
import { Unkept } from '../host/unkept.ts'
import type { HttpCall } from '../http/call.ts'
import { credentialOf } from '../http/credential.ts'
import { defect } from '../http/response.ts'
import { decodePercent } from '../support/percent.ts'
import type { Destination } from './destination.ts'

/** Answers a call once this process knows the worlds that it is about as they stand. */
export async function attended(
  attendance: Attendance,
  call: HttpCall,
  destination: Destination,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    await attend(attendance, call, destination)
  } catch (error) {
    const isAway = error instanceof StoreError && error.isAway
    const { status, headers, body } = defect(error instanceof StoreError ? new Unkept(error.message, isAway) : error, 'none')
    return new Response(typeof body === 'string' ? body : '', { status, headers })
  }
  return answer()
}

async function attend(attendance: Attendance, call: HttpCall, { part, world, below }: Destination): Promise<void> {
  if (part === 'control') {
    const id = worldOfControl(below)
    if (id !== undefined) await attendance.attend(id)
    return
  }
  const presented = credentialOf(call)
  const key = typeof presented === 'object' ? presented.key : undefined
  // A string that no world gave out may open the world `default`: one round trip for both questions.
  const [isKnown] = await Promise.all([
    key === undefined ? false : attendance.attendKey(key),
    world === undefined ? (key === undefined ? attendance.attend('default') : undefined) : attendance.attend(world),
  ])
  if (world === undefined && key !== undefined && !isKnown) await attendance.attend('default')
}

/** The world that a call of the control API is about; nothing if it is about none. */
function worldOfControl(below: string): string | undefined {
  const [, first = '', id] = below.split('/')
  if (first === 'worlds') return id === undefined || id === '' ? undefined : decodePercent(id)
  return OF_NO_WORLD.has(first) ? undefined : 'default'
}

const OF_NO_WORLD = new Set(['', 'health', 'openapi.json', 'scenarios', 'contract'])
