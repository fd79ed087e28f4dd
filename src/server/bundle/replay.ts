import { routes, type ControlSchemas } from '../../kernel/contract/control.ts'
import { createRouter } from '../../kernel/contract/router.ts'
import { endAttempt, endDelivery, endFetch, loadForAttempt, loadForFetch } from '../outbound/webhook-sender.ts'
import { type ExpectedCall, ReplayTurn, type ReplaySandbox } from './replay-gate.ts'
import { feedFetches } from '../../service/model/campaigns/feed.ts'
import {
  type AttemptOutcome,
  makeDeliveryAttempt,
  feedRequest,
  makeWebhookRequest,
  signedAt,
} from '../../service/rules/deliveries/webhook-request.ts'
import { deliveries, type DeliveryRow } from '../../service/model/deliveries/delivery.ts'
import { shownDelivery } from '../../service/rules/deliveries/payload.ts'
import type { WorldHandle } from '../runtime/world-handle.ts'
import { yieldToEventLoop, realNow } from '../../kernel/support/time.ts'
import { peek } from '../../kernel/world/tx.ts'
import { filledAddress, filledHeaders, writtenDigest } from './request.ts'
import { readMoment, UnusableBundle } from './state.ts'
import { AnswerNormalizer } from './normalize-answer.ts'
import type { Placeholders } from './placeholders.ts'
import { isRecorded } from './recorded.ts'

/** Origin of in-process calls. */
export const ROOT = 'http://maildouble.test'

/** The data needed to build a request from a step. */
interface StepContext {
  readonly handle: WorldHandle
  readonly placeholders: Placeholders
  /** JSON pointer of the step. */
  readonly pointer: string
}

/** Builds the request of a recorded call. */
function requestOfStep(
  step: ControlSchemas['BundleRequest'],
  address: string,
  { handle, placeholders, pointer }: StepContext,
): Request {
  const { method, headers, body, unread } = step
  const url = `${ROOT}${address}`
  if (!URL.canParse(url) || new URL(url).pathname.startsWith('/_control')) {
    throw new UnusableBundle(`${pointer}/path`, 'is not a path that clients of the service can call.')
  }
  const text = body === undefined ? undefined : placeholders.fill(body)
  const sent = unread === undefined ? text : unreadable(unread, handle.world.settings.body_limit)
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: filledHeaders(headers, placeholders),
      duplex: 'half',
      ...(sent === undefined ? {} : { body: sent }),
    })
    // `Request` rejects methods that a browser may not send, such as TRACE, or GET with a body, which clients can send over a
    // socket.
    Object.defineProperty(request, 'method', { value: method })
    return request
  } catch {
    throw new UnusableBundle(`${pointer}/headers`, 'has a name or a value that HTTP does not allow.')
  }
}

/** A body that can't be read: too large, cut off, or not decodable. */
function unreadable(why: NonNullable<ControlSchemas['BundleRequest']['unread']>, limit: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (why === 'broken_off') return controller.error(new Error('The body broke off.'))
      // No content encoding and no text in UTF-8 has this byte first, and a body in an unsupported encoding is not read.
      controller.enqueue(why === 'too_large' ? new Uint8Array(Math.max(limit, FORM_BYTES) + 1) : UNDECODABLE)
      controller.close()
    },
  })
}

const UNDECODABLE = new Uint8Array([0xff])

/** Maximum size of a form, whatever the world's limit. */
const FORM_BYTES = 65_536

type Bundle = ControlSchemas['Bundle']
type ReplayStep<Kind extends ControlSchemas['BundleStep']['step']> = Extract<
  ControlSchemas['BundleStep'],
  { readonly step: Kind }
>

/** Longest time a replay may block other calls. */
const SLICE_MS = 10

const DIFFERENCES_MAX = 100

/** Replays the steps of a bundle. `run` throws the reason of `signal` once that is aborted. */
export class Replay {
  readonly #sandbox: ReplaySandbox
  readonly #handle: WorldHandle
  readonly #bundle: Bundle
  readonly #placeholders: Placeholders
  readonly #normalizer: AnswerNormalizer
  readonly #find = createRouter(routes)
  /** Numbers of the calls that were interrupted and resumed. */
  readonly #resumed: ReadonlySet<number>
  /** The calls that wait for their turn. */
  readonly #turns = new Map<number, { readonly turn: ReplayTurn; readonly busy: number }>()
  readonly #differences: { -readonly [Name in keyof ReplayDifference]: ReplayDifference[Name] }[] = []
  #total = 0

  constructor(sandbox: ReplaySandbox, handle: WorldHandle, bundle: Bundle, placeholders: Placeholders) {
    this.#sandbox = sandbox
    this.#handle = handle
    this.#bundle = bundle
    this.#placeholders = placeholders
    this.#normalizer = new AnswerNormalizer(handle, bundle.world)
    this.#resumed = new Set(bundle.steps.flatMap((step) => (step.step === 'resume' ? [step.number] : [])))
  }

  async run(signal: AbortSignal): Promise<ControlSchemas['Replay']> {
    const { steps, ends } = this.#bundle
    let began = realNow()
    for (const [i, step] of steps.entries()) {
      await this.#reach(i, step, step.step, `/bundle/steps/${i}/at`)
      await this.#run(i, step)
      if (realNow() - began < SLICE_MS) continue
      await yieldToEventLoop()
      signal.throwIfAborted()
      began = realNow()
    }
    await this.#reach(steps.length, ends, 'the end', '/bundle/ends/at')
    const { requestNumber } = this.#handle.log
    if (requestNumber !== ends.requests)
      this.#differ(steps.length, ends.at, 'the end', `${ends.requests} calls`, `${requestNumber} calls`)
    return {
      steps: steps.length,
      differences_total: this.#total,
      differences: this.#differences.toSorted((a, b) => a.step - b.step),
    }
  }

  async #reach(
    i: number,
    { at, jobs }: { readonly at: string; readonly jobs: number },
    what: string,
    pointer: string,
  ): Promise<void> {
    const { log } = this.#handle
    if (await this.#sandbox.scheduler.replayTo(this.#handle, { at: readMoment(at, pointer), jobs })) return
    this.#differ(i, at, `before ${what}`, `${jobs} jobs had run`, `${log.jobCount} jobs had run`)
    // Continue counting from the recorded number.
    log.jobCount = jobs
  }

  async #run(i: number, step: ControlSchemas['BundleStep']): Promise<void> {
    const { log } = this.#handle
    switch (step.step) {
      case 'request':
        return this.#request(i, step)
      case 'resume':
        return this.#resume(i, step)
      case 'control':
        return this.#control(i, step)
      case 'outcome':
        return this.#outcome(i, step)
      case 'withdrawal':
        return this.#withdrawal(i, step)
      case 'fetch':
        return this.#fetch(i, step)
      case 'advance':
        return log.entries.append(
          (moment) => ({ kind: 'advance', ...moment, body: JSON.stringify(step.body) }),
          () => {},
        )
    }
  }

  async #request(i: number, step: ReplayStep<'request'>): Promise<void> {
    const handle = this.#handle
    const { number, busy = 0, gates = 0, answer } = step
    const address = filledAddress(step, handle.world.id, this.#placeholders)
    const request = requestOfStep(step, address, { handle, placeholders: this.#placeholders, pointer: `/bundle/steps/${i}` })
    const isHeld = gates > 0 || !answer || this.#resumed.has(number)
    const expected: ExpectedCall = { turn: isHeld ? new ReplayTurn() : undefined, call: undefined }
    handle.log.requestNumber = number
    handle.inFlight = busy
    this.#sandbox.gate.expect(expected)
    const call = this.#call(i, step, request, expected)
    if (!expected.turn) return call
    this.#turns.set(number, { turn: expected.turn, busy })
    await resumeTurn(expected.turn, gates)
  }

  async #call(i: number, step: ReplayStep<'request'>, request: Request, expected: ExpectedCall): Promise<void> {
    const response = await this.#sent(request)
    expected.turn?.end()
    const { answer: wanted, at } = step
    const answer = expected.call?.isAnswered ? expected.call : undefined
    const digest = response && (await this.#normalizer.originalDigest(response, step, answer?.digest))
    if (!wanted) return
    const what = `${step.method} ${step.path}`
    if (answer?.status !== wanted.status) return this.#differ(i, at, what, `status ${wanted.status}`, `status ${answer?.status}`)
    if (digest === undefined || writtenDigest(digest) === wanted.digest) return
    this.#differ(i, at, what, `a body with the digest ${wanted.digest}`, `a body with the digest ${writtenDigest(digest)}`)
  }

  /** A broken connection leaves no answer. */
  async #sent(request: Request): Promise<Response | undefined> {
    try {
      return await this.#sandbox.fetch(request)
    } catch {
      return undefined
    }
  }

  async #resume(i: number, { number, gates, asked }: ReplayStep<'resume'>): Promise<void> {
    const held = this.#turns.get(number)
    if (!held) throw new UnusableBundle(`/bundle/steps/${i}/number`, `is not the number of an earlier call.`)
    // A call with a body is counted among those in flight when it continues.
    this.#handle.inFlight = held.busy
    await resumeTurn(held.turn, gates, asked && this.#foundIn(asked, `/bundle/steps/${i}/asked`))
  }

  async #control(i: number, { method, path, search, body, at }: ReplayStep<'control'>): Promise<void> {
    const below = `/worlds/${this.#handle.world.id}${this.#placeholders.fill(path)}`
    const route = this.#find(below)?.item[method]
    const url = new URL(`${ROOT}/_control${below}`)
    if (!route || !isRecorded(route) || url.pathname !== `/_control${below}`)
      throw new UnusableBundle(`/bundle/steps/${i}/path`, `is not an operation on a world with the method ${method}.`)
    if (search !== undefined) url.search = this.#placeholders.fill(search)
    const sent = body === undefined ? {} : { body: JSON.stringify(this.#placeholders.fillIn(body)) }
    const response = await this.#sandbox.fetch(
      new Request(url, { method, headers: { 'content-type': 'application/json' }, ...sent }),
    )
    if (!response.ok)
      this.#differ(i, at, `${method} ${path}`, 'success', `${response.status} ${await response.text()}`.slice(0, 1_000))
  }

  async #outcome(i: number, step: ReplayStep<'outcome'>): Promise<void> {
    const { scheduler } = this.#sandbox
    const { found: written } = step
    const delivery = this.#delivery(i, step)
    if (!delivery) return
    const found = this.#foundIn(written, `/bundle/steps/${i}/found`)
    const { settings } = this.#handle.world
    await loadForAttempt(this.#handle)
    await endAttempt(
      this.#handle,
      scheduler,
      delivery,
      makeDeliveryAttempt(
        makeWebhookRequest(shownDelivery(this.#handle.world, delivery), signedAt(settings, found), settings),
        found,
      ),
    )
  }

  async #withdrawal(i: number, step: ReplayStep<'withdrawal'>): Promise<void> {
    const delivery = this.#delivery(i, step)
    if (delivery) await endDelivery(this.#handle, this.#sandbox.scheduler, delivery)
  }

  async #fetch(i: number, { campaign, at, found: written }: ReplayStep<'fetch'>): Promise<void> {
    const { world } = this.#handle
    const fetch = peek(world, (tx) => tx.first(feedFetches.key, { campaign_id: campaign }))
    if (!fetch) return this.#differ(i, at, `the feed of the campaign ${campaign}`, 'it is requested', 'it is not requested')
    const found = this.#foundIn(written, `/bundle/steps/${i}/found`)
    await loadForFetch(this.#handle)
    const attempt = makeDeliveryAttempt(feedRequest(fetch.url, world.settings), found)
    await endFetch(this.#handle, this.#sandbox.scheduler, fetch, attempt)
  }

  /** The delivery of a step. Records a difference if it doesn't exist. */
  #delivery(i: number, { delivery: id, at }: ReplayStep<'outcome' | 'withdrawal'>): DeliveryRow | undefined {
    const delivery = peek(this.#handle.world, (tx) => tx.first(deliveries.key, { id }))
    if (!delivery) this.#differ(i, at, `the delivery ${id}`, 'it exists', 'it does not exist')
    return delivery
  }

  #foundIn(
    { at, real_at, duration_ms, response, error, blocked }: ControlSchemas['BundleFound'],
    pointer: string,
  ): AttemptOutcome {
    return {
      at: readMoment(at, `${pointer}/at`),
      real_at: readMoment(real_at, `${pointer}/real_at`),
      duration_ms,
      ...(response ? { response: this.#placeholders.fillIn(response) } : {}),
      ...(error === undefined ? {} : { error: this.#placeholders.fill(error) }),
      ...(blocked === undefined ? {} : { blocked }),
    }
  }

  #differ(step: number, at: string, what: string, expected: string, actual: string): void {
    this.#total++
    if (this.#differences.length < DIFFERENCES_MAX)
      this.#differences.push({ step, at, what: what.slice(0, 1_000), expected, actual })
  }
}

type ReplayDifference = ControlSchemas['Replay']['differences'][number]

/** Lets a call pass a number of gates, and waits until it reaches the next one or ends. */
async function resumeTurn(turn: ReplayTurn, times: number, found?: AttemptOutcome): Promise<void> {
  for (let i = 0; i < times && (await turn.untilWaiting()); i++) turn.pass(i === 0 ? found : undefined)
  await turn.untilWaiting()
}
