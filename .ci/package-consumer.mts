// Code of a user of the server, the client and the interceptor. It is compiled against the installed package and nothing else.
import { createDouble, startServer, type RunningServer, type ServerOptions } from 'maildouble'
import { connect, VerificationError, type Schemas, type World } from 'maildouble/client'
import { intercept, type Interception } from 'maildouble/intercept'
import { control, service, type Contract } from 'maildouble/openapi'
import controlFile from 'maildouble/openapi/control.json' with { type: 'json' }
import serviceFile from 'maildouble/openapi/service.json' with { type: 'json' }

const options: ServerOptions = { scenario: 'empty', clock: { mode: 'frozen', rate: 0 }, settings: { service_time: 'PT0S' } }
const server: RunningServer = await startServer(options)
const world: World = await connect(server).worlds.create({ scenario: 'starter' })
const clock: Schemas['Clock'] = await world.clock.get()
const now: string = clock.now
// @ts-expect-error The names of the contract are known.
const wrong = clock.nwo
// @ts-expect-error So are the names of operations.
const unknown = world.requests.list({ operation: 'addMembr' })
const { status, body } = await world.get(`/lists/${world.id}/members/${world.id}`)
const email: string | undefined = status === 200 ? body.email_address : body.detail
await using double = await createDouble()
const interception: Interception = await intercept(double, { host: 'api.example.com' })
interception.stop()
const contract: Contract = service
const files: readonly Contract[] = [serviceFile, controlFile]
const addMember: string | undefined = contract.paths['/lists/{list_id}/members']?.post?.operationId
// @ts-expect-error A document has no such part.
const part = control.routes
await server.stop()
export { now, part, addMember, files, wrong, unknown, email, VerificationError }
