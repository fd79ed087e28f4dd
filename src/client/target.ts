import { MaildoubleError } from './errors.ts'
import { variable } from './platform.ts'

/** What a server is found by. A server that was started here is one, and so is a double without a socket. */
export interface Target {
  /** Where it answers, up to and without `/3.0` and `/_control`. */
  readonly url: string | URL
  /** What its control API asks for, if it asks for anything. */
  readonly controlToken?: string | undefined
  /** How it is reached; by `fetch` as it was when this module was loaded if it is left out. */
  readonly fetch?: ((input: string, init: RequestInit) => Response | Promise<Response>) | undefined
}

const USUAL = 'http://127.0.0.1:4030'

/** What is meant by the argument of `connect`; without one the environment says it. */
export function targetOf(given: string | URL | Target | undefined): Target {
  if (given === undefined) {
    const controlToken = variable('MAILDOUBLE_CONTROL_TOKEN')
    return { url: variable('MAILDOUBLE_URL') ?? USUAL, controlToken: notBlank(controlToken, 'MAILDOUBLE_CONTROL_TOKEN') }
  }
  if (typeof given === 'string' || given instanceof URL) return { url: given }
  // What is not compiled can hand over anything, such as a double that was not awaited.
  if ((given as Partial<Target> | null)?.url !== undefined) {
    notBlank(given.controlToken, 'controlToken')
    return given
  }
  const what = given instanceof Promise ? 'a promise: an await is missing' : JSON.stringify(given)
  throw new MaildoubleError(
    `connect() was given ${what}. It takes an address, { url, controlToken }, or what startServer() and createDouble() resolve with.`,
  )
}

/** A token as it was given. Throws when it consists of blanks, which no server takes. */
function notBlank(token: string | undefined, name: string): string | undefined {
  if (token === undefined || token === '' || token.trim() !== '') return token
  throw new MaildoubleError(`${name} consists of blanks. Give the token that the server was started with, or leave it out.`)
}

/** The address of a server without a slash at its end. Throws when it is that of something else. */
export function addressOf(given: string | URL): string {
  const text = String(given).trim()
  if (!/^https?:\/\//i.test(text)) {
    const isBare = /^[\w.[\]:-]+(?:\/|$)/.test(text) && !text.includes('://')
    throw notThat(text, 'It has to begin with http:// or https://.', isBare ? `http://${text}` : USUAL)
  }
  if (!URL.canParse(text)) throw notThat(text, 'It is no URL.', USUAL)
  const { origin, pathname, search, hash, username } = new URL(text)
  const address = origin + pathname.replace(/\/+$/, '')
  if (username) throw notThat(text, 'A key or a password has no place in it.', address)
  if (search || hash) throw notThat(text, 'Nothing can stand behind the path.', address)
  const [, before = '', world, part] = /^(.*?)\/(?:_worlds\/([^/]+).*|(3\.0|_control)(?:\/.*)?)$/.exec(pathname) ?? []
  if (world) throw notThat(text, `It leads to one world: ask for that by worlds.get('${world}').`, origin + before)
  if (part) throw notThat(text, `The client adds /${part} where it is needed.`, origin + before)
  return address
}

function notThat(text: string, why: string, right: string): MaildoubleError {
  return new MaildoubleError(`${JSON.stringify(text)} is not the address of a maildouble. ${why} Say ${JSON.stringify(right)}.`)
}
