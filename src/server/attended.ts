import type { Attendance } from '../host/attendance.ts'
import type { HttpCall } from '../http/call.ts'
import { credentialOf } from '../http/credential.ts'
import { defect } from '../http/response.ts'
import type { Destination } from './destination.ts'

/** Answers a call of the service or for a page once this process knows the worlds that it is about as they stand. */
export async function attended(
  attendance: Attendance,
  call: HttpCall,
  destination: Destination,
  answer: () => Response | Promise<Response>,
): Promise<Response> {
  try {
    await attend(attendance, call, destination)
  } catch (error) {
    const { status, headers, body } = defect(error, 'none')
    return new Response(typeof body === 'string' ? body : '', { status, headers })
  }
  return answer()
}

async function attend(attendance: Attendance, call: HttpCall, { world }: Destination): Promise<void> {
  const presented = credentialOf(call)
  const key = typeof presented === 'object' ? presented.key : undefined
  const known = key === undefined ? Promise.resolve(false) : attendance.attendKey(key)
  if (world !== undefined) await Promise.all([known, attendance.attend(world)])
  // A string that no world gave out may open the world `default`.
  else if (!(await known)) await attendance.attend('default')
}
