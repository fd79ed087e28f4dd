export type InProcessReceiver = (request: Request) => Response | Promise<Response>

/** Where a function receives webhooks. */
interface Registration {
  readonly origin: string
  /** The path without a slash at its end. The function also receives the paths below. */
  readonly path: string
  /** The only world whose webhooks it receives. `undefined` stands for all worlds. */
  readonly world: string | undefined
  readonly receive: InProcessReceiver
}

/**
 * The functions that receive webhooks in this process. They are registered by the code that started the server, never by a request, so
 * the rules for outgoing calls do not apply to them: nothing leaves the process.
 */
export class InProcessReceivers {
  readonly #all = new Set<Registration>()

  /**
   * Registers a function for a URL and the paths below it, of one world or of all. Returns an unregister function. Throws if the URL is
   * not one of http or https, or has a function already.
   */
  add(url: string | URL, receive: InProcessReceiver, world?: string): () => void {
    const { origin, pathname } = httpUrlOrThrow(url)
    if (typeof receive !== 'function')
      throw new TypeError(
        `What receives the webhooks for ${origin}${pathname} must be a function of a Request, such as app.fetch.`,
      )
    const registration = { origin, path: pathname.replace(/\/+$/, ''), world, receive }
    const isTaken = [...this.#all].some(
      (each) => each.origin === origin && each.path === registration.path && each.world === world,
    )
    if (isTaken)
      throw new Error(
        `A function already receives the webhooks for ${origin}${pathname}. Unregister it first, or use another path.`,
      )
    this.#all.add(registration)
    return () => void this.#all.delete(registration)
  }

  /** The function for a delivery: the one with the longest path; of equal ones, that of the world itself. */
  find(world: string, url: string): InProcessReceiver | undefined {
    if (this.#all.size === 0 || !URL.canParse(url)) return undefined
    const { origin, pathname } = new URL(url)
    return [...this.#all]
      .filter(
        (each) => each.origin === origin && (each.world === undefined || each.world === world) && isBelow(pathname, each.path),
      )
      .toSorted(
        (one, other) => other.path.length - one.path.length || Number(other.world === world) - Number(one.world === world),
      )[0]?.receive
  }
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`)
}

function httpUrlOrThrow(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(given) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(`${JSON.stringify(String(given))} is not an http or https URL, such as "https://app.test/hooks".`)
}
