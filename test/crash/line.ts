import { Pool } from 'undici'
import type { Body } from '../mock.ts'

/** A response of a server. */
export interface Answer {
  readonly status: number
  readonly body: Body
}

/** A call ended without a response, so it is unknown whether it was done. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

/** Calls to one run of a server. */
export class Line {
  readonly #pool: Pool
  readonly #onAnswer: (answers: number) => void
  readonly #defect: (what: string) => void
  #answers = 0
  #isCut = false

  constructor(url: string, onAnswer: (answers: number) => void, defect: (what: string) => void) {
    // A slow machine is not a failure: the time limit of the test is the only one.
    const patient = { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 }
    this.#pool = new Pool(url, { connections: 32, pipelining: 1, ...patient })
    this.#onAnswer = onAnswer
    this.#defect = defect
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** Makes a call, as in `call('POST /3.0/lists', { name: 'News' }, key)`. */
  async call(line: string, body?: unknown, key?: string): Promise<Answer> {
    if (this.#isCut) throw new Unanswered(line)
    const [method = 'GET', path = '/'] = line.split(' ')
    const content = body === undefined || body instanceof URLSearchParams ? body?.toString() : JSON.stringify(body)
    const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await this.#pool
      .request({
        path,
        method: method as 'GET',
        headers: { ...(key ? { authorization: `Bearer ${key}` } : {}), ...(content ? { 'content-type': type } : {}) },
        ...(content === undefined ? {} : { body: content }),
      })
      .then(async ({ statusCode, headers, body: stream }) => ({ statusCode, headers, bytes: await stream.bytes() }))
      .catch((cause: unknown) => Promise.reject(new Unanswered(line, { cause })))
    this.#onAnswer(++this.#answers)
    const { statusCode: status, headers, bytes } = answer
    const text = Buffer.from(bytes).toString()
    if (status >= 500) this.#defect(`${line} was answered ${status}: ${text.slice(0, 500)}`)
    const isJson = String(headers['content-type']).includes('json')
    return { status, body: isJson && text !== '' ? JSON.parse(text) : bytes }
  }

  /** Ends all pending calls, and later ones. */
  async cut(): Promise<void> {
    this.#isCut = true
    await this.#pool.destroy()
  }
}
