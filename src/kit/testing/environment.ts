import { connect, MaildoubleError, RefusedError, UnreachableError, type Maildouble } from '../client/index.ts'

/**
 * The server named by the environment, if any. Throws a `MaildoubleError` that names the variable if the server can't be reached.
 */
export async function serverOfEnvironment(): Promise<Maildouble | undefined> {
  const url = environmentVariable('MAILDOUBLE_URL')
  if (url === undefined) return undefined
  try {
    const maildouble = connect({ url, controlToken: environmentVariable('MAILDOUBLE_CONTROL_TOKEN') })
    await maildouble.health()
    return maildouble
  } catch (error) {
    throw withVariable(error, url)
  }
}

/** Whether a server is the one named by the environment. */
export function isOfEnvironment({ url }: Maildouble): boolean {
  const named = environmentVariable('MAILDOUBLE_URL')
  return named !== undefined && connect(named).url === url
}

/** An environment variable. Returns `undefined` if it is empty. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name] || undefined
}

function withVariable(error: unknown, url: string): unknown {
  if (error instanceof RefusedError && error.status === 401) {
    const token = environmentVariable('MAILDOUBLE_CONTROL_TOKEN') === undefined ? 'is not set' : 'is not its token'
    return new MaildoubleError(
      `The server at MAILDOUBLE_URL=${url} requires its control token, and MAILDOUBLE_CONTROL_TOKEN ${token}. ` +
        'It is the one set with --control-token, or the one that the server printed.',
    )
  }
  if (error instanceof UnreachableError) {
    const why = error.message.replace(/ Start one with [\s\S]*/, '')
    return new MaildoubleError(
      `MAILDOUBLE_URL=${url} is not the address of a maildouble. ${why} ` +
        'Start one there with `npx maildouble serve`, or unset MAILDOUBLE_URL, so that the tests start their own.',
    )
  }
  return error instanceof MaildoubleError ? new MaildoubleError(`MAILDOUBLE_URL: ${error.message}`) : error
}
