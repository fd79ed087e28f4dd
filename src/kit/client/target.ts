import { nameHint } from '../../kernel/support/nearest.ts'
import { MaildoubleError } from './errors.ts'
import { platformVariable } from './platform.ts'

/** How a server is reached. The results of `startServer()` and `createDouble()` are targets. */
export interface Target {
  /** The base URL, without `/3.0` and `/_control`. */
  readonly url: string | URL
  /** The bearer token of the control API, if it requires one. */
  readonly controlToken?: string | undefined
  /** How requests are sent; by default `fetch` as it was when this module was loaded. */
  readonly fetch?: ((input: string, init: RequestInit) => Response | Promise<Response>) | undefined
  /** Hands the webhooks for a URL to a function, if the server runs in this process. Returns an unregister function. */
  readonly receiveAt?:
    | ((
        url: string,
        receive: (request: Request) => Response | Promise<Response>,
        options: { readonly world: string },
      ) => () => void)
    | undefined
}

const NAMES: readonly string[] = ['url', 'controlToken', 'fetch', 'receiveAt'] satisfies (keyof Target)[]

const USUAL = 'http://127.0.0.1:4030'

/** The target given to `connect`, or else to the environment. */
export function resolveTarget(target: string | URL | Target | undefined): Target {
  if (target === undefined) {
    const controlToken = platformVariable('MAILDOUBLE_CONTROL_TOKEN')
    return { url: platformVariable('MAILDOUBLE_URL') ?? USUAL, controlToken: notBlank(controlToken, 'MAILDOUBLE_CONTROL_TOKEN') }
  }
  if (typeof target === 'string' || target instanceof URL) return { url: target }
  // JavaScript callers can pass anything, for example a promise of a double.
  if ((target as Partial<Target> | null)?.url !== undefined) {
    // A started server has members of its own.
    const unknown = 'stop' in target ? undefined : Object.keys(target).find((name) => !NAMES.includes(name))
    if (unknown !== undefined)
      throw new MaildoubleError(`connect() has no option ${JSON.stringify(unknown)}. ${nameHint(unknown, NAMES)}`)
    notBlank(target.controlToken, 'controlToken')
    return target
  }
  const what = target instanceof Promise ? 'a promise: an await is missing' : JSON.stringify(target)
  throw new MaildoubleError(
    `connect() was given ${what}. It takes an address, { url, controlToken }, or what startServer() and createDouble() resolve with.`,
  )
}

/** Returns the token. Throws if it is blank, since no server accepts a blank token. */
function notBlank(token: string | undefined, name: string): string | undefined {
  if (token === undefined || token === '' || token.trim() !== '') return token
  throw new MaildoubleError(`${name} is blank. Give the token that the server was started with, or leave it out.`)
}

/** The address of a server, without a trailing slash. Throws if it is the address of something else. */
export function parseServerAddress(given: string | URL): string {
  const text = String(given).trim()
  if (!/^https?:\/\//i.test(text)) {
    const isBare = /^[\w.[\]:-]+(?:\/|$)/.test(text) && !text.includes('://')
    throw notThat(text, 'It must start with http:// or https://.', isBare ? `http://${text}` : USUAL)
  }
  if (!URL.canParse(text)) throw notThat(text, 'It is not a URL.', USUAL)
  const { origin, pathname, search, hash, username } = new URL(text)
  const address = origin + pathname.replace(/\/+$/, '')
  if (username) throw notThat(text, 'It must not contain a key or a password.', address)
  if (search || hash) throw notThat(text, 'It must end with the path.', address)
  const [, before = '', world, part] = /^(.*?)\/(?:_worlds\/([^/]+).*|(3\.0|_control)(?:\/.*)?)$/.exec(pathname) ?? []
  if (world) throw notThat(text, `It is the address of one world: use worlds.get('${world}').`, origin + before)
  if (part) throw notThat(text, `The client adds /${part} itself.`, origin + before)
  return address
}

function notThat(text: string, why: string, right: string): MaildoubleError {
  return new MaildoubleError(`${JSON.stringify(text)} is not the address of a maildouble. ${why} Use ${JSON.stringify(right)}.`)
}
