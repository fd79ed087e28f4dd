import { delay, yieldToEventLoop, type Millis, keepAliveDelay, realNow } from '../../support/time.ts'
import { StoreError } from '../store.ts'
import type { ValkeyAddress } from './address.ts'
import { causeOf, hintOf, refusalOf } from './errors.ts'
import type { ValkeyLibrary } from './library.ts'
import { AWAY_MS, ValkeyLink } from './link.ts'

/** The time that one call has in all, whatever it has to wait for. */
export class Deadline {
  /** When it is over. */
  readonly until: Millis
  /** Whether it is over. */
  isOver = false
  readonly #cancel: () => void
  readonly #over: Promise<never>

  constructor(ms: Millis) {
    this.until = realNow() + ms
    let giveUp = () => {}
    this.#over = new Promise((_, reject) => {
      giveUp = () => {
        this.isOver = true
        reject(new Error(`${ms} ms are over`))
      }
    })
    this.#over.catch(() => {})
    this.#cancel = keepAliveDelay(ms, () => {
      // This process may be what was late: what has come in by now is looked at first.
      void yieldToEventLoop().then(yieldToEventLoop).then(giveUp)
    })
  }

  /** Waits for something; throws when the time is over before it. */
  wait<T>(awaited: Promise<T>): Promise<T> {
    return Promise.race([awaited, this.#over])
  }

  /** Nothing is waited for any more. */
  end(): void {
    this.#cancel()
  }
}

/** One time that something is asked for. */
export interface ValkeyCall {
  readonly link: ValkeyLink
  /** Whether it may have been done already: the connection was lost before it was answered. */
  readonly isRepeat: boolean
  /** From when on nobody waits for it any more. */
  readonly until: Millis
}

/** What a connection is to do on the way. */
export interface ConnectionOptions {
  /** Hears when the connection is lost, and when it is back. */
  readonly log?: (line: string) => void
  /** What is done with each connection before it is used. */
  readonly prepare?: (link: ValkeyLink) => Promise<void>
}

/** The pauses between two times that a lost connection is tried. */
const PAUSE_MIN_MS = 20
const PAUSE_MAX_MS = 1_000
/** A server that has not answered for so long when a call gives up is taken for one that hangs; it may just have come back otherwise. */
const HANGS_MS = 1_000
/** How often it is tried whether the server is still there. */
const PING_MS = 5_000

/**
 * A connection that comes back: what it is asked for waits for that, at most `AWAY_MS` in all, and fails then. It is not sent any more from
 * then on.
 */
export class ValkeyConnection {
  readonly #library: ValkeyLibrary
  readonly #address: ValkeyAddress
  readonly #options: ConnectionOptions
  readonly #waiting = new Set<() => void>()
  #link: ValkeyLink | undefined
  /** The one that is coming about. */
  #next: ValkeyLink | undefined
  #why = 'it was never there'
  #isClosed = false
  #wake: () => void = () => {}
  #stopPinging: () => void = () => {}

  constructor(library: ValkeyLibrary, address: ValkeyAddress, options: ConnectionOptions = {}) {
    this.#library = library
    this.#address = address
    this.#options = options
  }

  /** Connects for the first time; only a server that is still reading what it has kept is waited for. */
  async open(): Promise<void> {
    const until = realNow() + AWAY_MS
    for (;;) {
      try {
        await this.#connect()
        return
      } catch (cause) {
        const isLoading = cause instanceof Error && cause.message.startsWith('LOADING')
        if (!isLoading || realNow() + PAUSE_MIN_MS > until) throw this.#unusable(cause)
        await this.#pause(PAUSE_MIN_MS)
      }
    }
  }

  /** Connects as soon as it can; to be called once, instead of `open`. */
  begin(): void {
    void this.#reconnect()
  }

  /** Asks for something, about a key, and asks again if the connection is lost before it is answered. */
  async call(ask: (attempt: ValkeyCall) => Promise<unknown>, key = ''): Promise<unknown> {
    const patience = new Deadline(AWAY_MS)
    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const link = this.#link ?? (await this.#nextLink(patience))
        const asked = realNow()
        try {
          return await patience.wait(ask({ link, isRepeat, until: patience.until }))
        } catch (error) {
          if (error instanceof this.#library.ErrorReply) throw refusalOf(error, this.#address.shown, key)
          if (error instanceof StoreError) throw error
          if (patience.isOver && realNow() - asked >= HANGS_MS)
            link.lose(new Error(`it has not answered for ${AWAY_MS / 1000} s`))
          if (patience.isOver || this.#isClosed) throw this.#away()
          // What is no matter of the connection would come again and again.
          if (!link.isLost)
            throw new StoreError(`The store ${this.#address.shown} cannot be asked: ${causeOf(error)}`, { cause: error })
        }
      }
    } finally {
      patience.end()
    }
  }

  /** Ends it at once; who still waits hears so. */
  close(): void {
    this.#isClosed = true
    this.#why = 'it was closed'
    this.#stopPinging()
    this.#wake()
    this.#link?.end()
    this.#next?.end()
    this.#link = undefined
    for (const wake of this.#waiting) wake()
  }

  async #connect(): Promise<void> {
    const link = new ValkeyLink(this.#library, this.#address, (cause) => this.#lost(link, cause))
    this.#next = link
    try {
      await link.open()
      await this.#prepare(link)
    } catch (error) {
      link.end()
      throw error
    }
    if (this.#isClosed || link.isLost) {
      link.end()
      throw new Error('it was closed')
    }
    this.#link = link
    this.#ping(link)
    for (const wake of this.#waiting) wake()
  }

  async #prepare(link: ValkeyLink): Promise<void> {
    const patience = new Deadline(AWAY_MS)
    try {
      await patience.wait(this.#options.prepare?.(link) ?? Promise.resolve())
    } finally {
      patience.end()
    }
  }

  #lost(link: ValkeyLink, cause: Error): void {
    if (link !== this.#link) return
    this.#link = undefined
    this.#stopPinging()
    this.#why = causeOf(cause)
    const since = realNow()
    this.#options.log?.(
      `The store ${this.#address.shown} is out of reach: ${this.#why}. Calls wait for it at most ${AWAY_MS / 1000} s.`,
    )
    // One that is lost each time as soon as it is there must not keep both sides busy.
    const reconnected = this.#pause(PAUSE_MIN_MS).then(() => this.#reconnect())
    void reconnected.then((isBack) => {
      const seconds = ((realNow() - since) / 1000).toFixed(1)
      if (isBack) this.#options.log?.(`The store ${this.#address.shown} is back after ${seconds} s.`)
    })
  }

  async #reconnect(): Promise<boolean> {
    for (let pause = PAUSE_MIN_MS; !this.#isClosed; pause = Math.min(pause * 2, PAUSE_MAX_MS)) {
      try {
        await this.#connect()
        return true
      } catch (error) {
        if (!this.#isClosed) this.#why = causeOf(error)
      }
      await this.#pause(pause)
    }
    return false
  }

  async #nextLink(patience: Deadline): Promise<ValkeyLink> {
    while (!this.#link) {
      if (this.#isClosed || patience.isOver) throw this.#away()
      let wake = () => {}
      const woken = new Promise<void>((resolve) => (wake = resolve))
      this.#waiting.add(wake)
      try {
        await patience.wait(woken)
      } catch {
        // Said by whoever looks whether it is over.
      } finally {
        this.#waiting.delete(wake)
      }
    }
    return this.#link
  }

  #ping(pinged: ValkeyLink): void {
    this.#stopPinging = delay(PING_MS, () => {
      const goOn = () => this.#link === pinged && this.#ping(pinged)
      this.call(({ link }) => link.isThere()).then(goOn, goOn)
    })
  }

  #pause(ms: Millis): Promise<void> {
    return new Promise((resolve) => {
      const cancel = keepAliveDelay(ms, resolve)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
  }

  #away(): StoreError {
    return new StoreError(`The store ${this.#address.shown} is out of reach: ${this.#why}.`, { isAway: true })
  }

  #unusable(cause: unknown): StoreError {
    const { shown, isTls } = this.#address
    const isAway = !(cause instanceof this.#library.ErrorReply)
    return new StoreError(`The store ${shown} cannot be used: ${causeOf(cause)}.${hintOf(cause, isTls)}`, { isAway, cause })
  }
}
