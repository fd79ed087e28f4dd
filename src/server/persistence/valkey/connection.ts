import { delay, yieldToEventLoop, type Millis, keepAliveDelay, realNow } from '../../../kernel/support/time.ts'
import { StoreError } from '../store.ts'
import type { ValkeyAddress } from './address.ts'
import { explainStoreError, makeErrorHint, makeStoreError } from './errors.ts'
import { type ValkeyLibrary, UNREACHABLE_MS, ValkeyLink } from './link.ts'

/** The total time that one call may take, including all waiting. */
class Deadline {
  /** When the time is up. */
  readonly until: Millis
  /** Whether the time is up. */
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
      // This process may itself be late: first handle what has already arrived.
      void yieldToEventLoop().then(yieldToEventLoop).then(giveUp)
    })
  }

  /** Waits for a promise. Rejects if the time is up first. */
  wait<T>(awaited: Promise<T>): Promise<T> {
    return Promise.race([awaited, this.#over])
  }

  /** Cancels the timer. */
  end(): void {
    this.#cancel()
  }
}

/** One attempt at a call. */
export interface ValkeyCall {
  readonly link: ValkeyLink
  /** Whether an earlier attempt may have succeeded: the connection was lost before the answer. */
  readonly isRepeat: boolean
  /** After this time no caller waits for the answer. */
  readonly until: Millis
}

interface ConnectionOptions {
  /** Called when the connection is lost and when it is back. */
  readonly log?: (line: string) => void
  /** Prepares each new connection before it is used. */
  readonly prepare?: (link: ValkeyLink) => Promise<void>
}

/** Bounds of the pause between two attempts to reconnect. */
const PAUSE_MIN_MS = 20
const PAUSE_MAX_MS = 1_000
/**
 * If a call times out after at least this long without an answer, the connection counts as hung and is dropped. A shorter wait may
 * only mean that the server has just come back.
 */
const HANGS_MS = 1_000
/** Interval between checks of the connection. */
const PING_MS = 5_000

/**
 * A reconnecting connection. Calls wait for a lost connection for at most `AWAY_MS` in all, then fail and are not sent any more.
 */
export class ValkeyConnection {
  readonly #library: ValkeyLibrary
  readonly #address: ValkeyAddress
  readonly #options: ConnectionOptions
  readonly #waiting = new Set<() => void>()
  #link: ValkeyLink | undefined
  /** The connection being opened. */
  #next: ValkeyLink | undefined
  #why = 'it was never connected'
  #isClosed = false
  #wake: () => void = () => {}
  #stopPinging: () => void = () => {}

  constructor(library: ValkeyLibrary, address: ValkeyAddress, options: ConnectionOptions = {}) {
    this.#library = library
    this.#address = address
    this.#options = options
  }

  /** Connects for the first time. Retries only while the server is still loading its data. */
  async open(): Promise<void> {
    const until = realNow() + UNREACHABLE_MS
    for (;;) {
      try {
        await this.#connect()
        return
      } catch (cause) {
        const isLoading = cause instanceof Error && cause.message.startsWith('LOADING')
        if (!isLoading || realNow() + PAUSE_MIN_MS > until) throw this.#unusableError(cause)
        await this.#pause(PAUSE_MIN_MS)
      }
    }
  }

  /** Connects in the background; call it once, instead of `open`. */
  begin(): void {
    void this.#reconnect()
  }

  /** Makes a call about a key, and repeats it if the connection is lost before the answer. */
  async call(ask: (attempt: ValkeyCall) => Promise<unknown>, key = ''): Promise<unknown> {
    const deadline = new Deadline(UNREACHABLE_MS)
    try {
      for (let isRepeat = false; ; isRepeat = true) {
        const link = this.#link ?? (await this.#nextLink(deadline))
        const begin = realNow()
        try {
          return await deadline.wait(ask({ link, isRepeat, until: deadline.until }))
        } catch (error) {
          if (error instanceof this.#library.ErrorReply) throw makeStoreError(error, this.#address.shown, key)
          if (error instanceof StoreError) throw error
          if (deadline.isOver && realNow() - begin >= HANGS_MS)
            link.lose(new Error(`it has not answered for ${UNREACHABLE_MS / 1000} s`))
          if (deadline.isOver || this.#isClosed) throw this.#unreachableError()
          // An error that is not due to the connection would recur on every attempt.
          if (!link.isLost)
            throw new StoreError(`The store ${this.#address.shown}cannot be queried: ${explainStoreError(error)}`, {
              cause: error,
            })
        }
      }
    } finally {
      deadline.end()
    }
  }

  /** Closes the connection at once; pending calls fail. */
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
    const deadline = new Deadline(UNREACHABLE_MS)
    try {
      await deadline.wait(this.#options.prepare?.(link) ?? Promise.resolve())
    } finally {
      deadline.end()
    }
  }

  #lost(link: ValkeyLink, cause: Error): void {
    if (link !== this.#link) return
    this.#link = undefined
    this.#stopPinging()
    this.#why = explainStoreError(cause)
    const since = realNow()
    this.#options.log?.(
      `The store ${this.#address.shown} is unreachable: ${this.#why}. Calls wait for it for at most ${UNREACHABLE_MS / 1000} s.`,
    )
    // The pause keeps a connection that is dropped right after connecting from causing a busy loop.
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
        if (!this.#isClosed) this.#why = explainStoreError(error)
      }
      await this.#pause(pause)
    }
    return false
  }

  async #nextLink(deadline: Deadline): Promise<ValkeyLink> {
    while (!this.#link) {
      if (this.#isClosed || deadline.isOver) throw this.#unreachableError()
      let wake = () => {}
      const woken = new Promise<void>((resolve) => (wake = resolve))
      this.#waiting.add(wake)
      try {
        await deadline.wait(woken)
      } catch {
        // The loop checks whether the time is up.
      } finally {
        this.#waiting.delete(wake)
      }
    }
    return this.#link
  }

  #ping(current: ValkeyLink): void {
    this.#stopPinging = delay(PING_MS, () => {
      const repeat = () => this.#link === current && this.#ping(current)
      this.call(({ link }) => link.isThere()).then(repeat, repeat)
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

  #unreachableError(): StoreError {
    return new StoreError(`The store ${this.#address.shown} is unreachable: ${this.#why}.`, { isTemporary: true })
  }

  #unusableError(cause: unknown): StoreError {
    const { shown, isTls } = this.#address
    const isTemporary = !(cause instanceof this.#library.ErrorReply)
    return new StoreError(`The store ${shown} cannot be used: ${explainStoreError(cause)}.${makeErrorHint(cause, isTls)}`, {
      isTemporary,
      cause,
    })
  }
}
