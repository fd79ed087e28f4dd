import { routes, type Schemas } from '../../contract/control.ts'
import { routerOf } from '../../contract/router.ts'
import { endAttempt, endDelivery } from '../../outbound/webhook-sender.ts'
import { type Expected, ReplayTurn } from '../../recording/replay-gate.ts'
import type { AttemptOutcome } from '../../resources/deliveries/attempt.ts'
import { deliveries, type DeliveryRow } from '../../resources/deliveries/delivery.ts'
import { deliveryAttemptOf, webhookRequestOf } from '../../resources/deliveries/webhook-request.ts'
import type { WorldHandle } from '../../runtime/world-handle.ts'
import { yieldToEventLoop, realNow } from '../../support/time.ts'
import { peek } from '../../world/tx.ts'
import type { ReplaySandbox } from '../context.ts'
import { ControlError, unusable } from '../errors.ts'
import { filledAddress, filledHeaders, writtenDigest } from './bundle-request.ts'
import { readMoment } from './bundle-state.ts'
import { AnswerNormalizer } from './normalize-answer.ts'
import type { Placeholders } from './placeholders.ts'
import { isStep } from './step.ts'

/** Where calls in process are addressed to. */
export const ROOT = 'http://maildouble.test'

/** What a call is made of. */
interface Making {
  readonly handle: WorldHandle
  readonly placeholders: Placeholders
  /** Where it stands in the body. */
  readonly pointer: string
}

/** A call of a bundle, as it can be made once more. */
export function sendable(step: Schemas['BundleRequest'], address: string, { handle, placeholders, pointer }: Making): Request {
  const { method, headers, body, unread } = step
  const url = `${ROOT}${address}`
  if (!URL.canParse(url) || new URL(url).pathname.startsWith('/_control')) {
    throw unusable(`${pointer}/path`, 'is nothing that clients of the service call.')
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
    // What a browser may not send came over a socket: a GET with a body, or a TRACE.
    Object.defineProperty(request, 'method', { value: method })
    return request
  } catch {
    throw unusable(`${pointer}/headers`, 'has a name or a value that HTTP does not allow.')
  }
}

/** A body that cannot be read: it is too large, breaks off before its end, or cannot be decoded. */
function unreadable(why: NonNullable<Schemas['BundleRequest']['unread']>, limit: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (why === 'broken_off') return controller.error(new Error('The body broke off.'))
      // No encoding begins with this, and what is not supported is not looked at.
      controller.enqueue(why === 'too_large' ? new Uint8Array(Math.max(limit, FORM_BYTES) + 1) : NO_ENCODING)
      controller.close()
    },
  })
}

const NO_ENCODING = new Uint8Array([0xff])

/** Forms may be no larger than this, whatever the limit of the world is. */
const FORM_BYTES = 65_536

type Bundle = Schemas['Bundle']
type Step<Kind extends Schemas['BundleStep']['step']> = Extract<Schemas['BundleStep'], { readonly step: Kind }>

/** Others are served after so long. */
const SLICE_MS = 10

/** So many differences are told. */
const DIFFERENCES_MAX = 100

/** Takes the steps of a bundle once more. */
export class Replay {
  readonly #rehearsal: ReplaySandbox
  readonly #handle: WorldHandle
  readonly #bundle: Bundle
  readonly #placeholders: Placeholders
  readonly #likeness: AnswerNormalizer
  readonly #find = routerOf(routes)
  /** The calls that went on after other things had happened. */
  readonly #resumed: ReadonlySet<number>
  /** The calls that wait for their turn. */
  readonly #turns = new Map<number, ReplayTurn>()
  readonly #differences: { -readonly [Name in keyof Difference]: Difference[Name] }[] = []
  #total = 0

  constructor(rehearsal: ReplaySandbox, handle: WorldHandle, bundle: Bundle, placeholders: Placeholders) {
    this.#rehearsal = rehearsal
    this.#handle = handle
    this.#bundle = bundle
    this.#placeholders = placeholders
    this.#likeness = new AnswerNormalizer(handle, bundle.world)
    this.#resumed = new Set(bundle.steps.flatMap((step) => (step.step === 'resume' ? [step.number] : [])))
  }

  /** Takes all steps, and tells what came out differently. */
  async run(gone: AbortSignal): Promise<Schemas['Replay']> {
    const { steps, ends } = this.#bundle
    let began = realNow()
    for (const [i, step] of steps.entries()) {
      await this.#reach(i, step, step.step, `/bundle/steps/${i}/at`)
      await this.#take(i, step)
      if (realNow() - began < SLICE_MS) continue
      await yieldToEventLoop()
      if (gone.aborted) throw new ControlError(400, 'Nobody waits for the replay any more.')
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
    if (await this.#rehearsal.stage.pacer.reach(this.#handle, { at: readMoment(at, pointer), jobs })) return
    this.#differ(i, at, `before ${what}`, `${jobs} jobs had run`, `${log.jobs} jobs had run`)
    // What follows is counted from where it was.
    log.jobs = jobs
  }

  async #take(i: number, step: Schemas['BundleStep']): Promise<void> {
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
      case 'advance':
        return log.steps.act(
          (moment) => ({ kind: 'advance', ...moment, body: JSON.stringify(step.body) }),
          () => {},
        )
    }
  }

  async #request(i: number, step: Step<'request'>): Promise<void> {
    const handle = this.#handle
    const { number, busy = 0, gates = 0, answer } = step
    const address = filledAddress(step, handle.world.id, this.#placeholders)
    const request = sendable(step, address, { handle, placeholders: this.#placeholders, pointer: `/bundle/steps/${i}` })
    const isHeld = gates > 0 || !answer || this.#resumed.has(number)
    const expected: Expected = { turn: isHeld ? new ReplayTurn() : undefined, step: undefined }
    handle.log.requestNumber = number
    handle.inFlight = busy
    handle.log.steps.turns?.expect(expected)
    const call = this.#call(i, step, request, expected)
    if (!expected.turn) return call
    this.#turns.set(number, expected.turn)
    await letGoOn(expected.turn, gates)
  }

  async #call(i: number, step: Step<'request'>, request: Request, expected: Expected): Promise<void> {
    const response = await this.#sent(request)
    expected.turn?.end()
    const { answer: wanted, at } = step
    const answer = expected.step?.answer
    const digest = response && (await this.#likeness.digestOf(response, step, answer?.digest))
    if (!wanted) return
    const what = `${step.method} ${step.path}`
    if (answer?.status !== wanted.status) return this.#differ(i, at, what, `status ${wanted.status}`, `status ${answer?.status}`)
    if (digest === undefined || writtenDigest(digest) === wanted.digest) return
    this.#differ(i, at, what, `a body of the digest ${wanted.digest}`, `a body of the digest ${writtenDigest(digest)}`)
  }

  /** What breaks a connection leaves no answer. */
  async #sent(request: Request): Promise<Response | undefined> {
    try {
      return await this.#rehearsal.fetch(request)
    } catch {
      return undefined
    }
  }

  async #resume(i: number, { number, gates, asked }: Step<'resume'>): Promise<void> {
    const turn = this.#turns.get(number)
    if (!turn) throw unusable(`/bundle/steps/${i}/number`, `is the number of no call that came before.`)
    await letGoOn(turn, gates, asked && this.#foundIn(asked, `/bundle/steps/${i}/asked`))
  }

  async #control(i: number, { method, path, search, body, at }: Step<'control'>): Promise<void> {
    const below = `/worlds/${this.#handle.world.id}${this.#placeholders.fill(path)}`
    const route = this.#find(below)?.item[method]
    const url = new URL(`${ROOT}/_control${below}`)
    if (!route || !isStep(route) || url.pathname !== `/_control${below}`)
      throw unusable(`/bundle/steps/${i}/path`, `is nothing that a world can be told by ${method}.`)
    if (search !== undefined) url.search = this.#placeholders.fill(search)
    const sent = body === undefined ? {} : { body: JSON.stringify(this.#placeholders.fillIn(body)) }
    const response = await this.#rehearsal.fetch(
      new Request(url, { method, headers: { 'content-type': 'application/json' }, ...sent }),
    )
    if (!response.ok)
      this.#differ(i, at, `${method} ${path}`, 'it was done', `${response.status} ${await response.text()}`.slice(0, 1_000))
  }

  async #outcome(i: number, step: Step<'outcome'>): Promise<void> {
    const { pacer } = this.#rehearsal.stage
    const { found: written } = step
    const delivery = this.#delivery(i, step)
    if (!delivery) return
    const found = this.#foundIn(written, `/bundle/steps/${i}/found`)
    await endAttempt(
      this.#handle,
      pacer,
      delivery,
      deliveryAttemptOf(webhookRequestOf(delivery, Math.floor(found.at / 1000)), found),
    )
  }

  async #withdrawal(i: number, step: Step<'withdrawal'>): Promise<void> {
    const delivery = this.#delivery(i, step)
    if (delivery) await endDelivery(this.#handle, this.#rehearsal.stage.pacer, delivery)
  }

  /** The delivery that a step is about; one that is not there is a difference. */
  #delivery(i: number, { delivery: id, at }: Step<'outcome' | 'withdrawal'>): DeliveryRow | undefined {
    const delivery = peek(this.#handle.world, (tx) => tx.first(deliveries.key, { id }))
    if (!delivery) this.#differ(i, at, `the delivery ${id}`, 'it was there', 'it is not')
    return delivery
  }

  #foundIn({ at, real_at, duration_ms, response, error, blocked }: Schemas['BundleFound'], pointer: string): AttemptOutcome {
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

type Difference = Schemas['Replay']['differences'][number]

/** Lets a call go on so many times, and waits until it has to wait once more or is over. */
async function letGoOn(turn: ReplayTurn, times: number, found?: AttemptOutcome): Promise<void> {
  for (let i = 0; i < times && (await turn.waits()); i++) turn.pass(i === 0 ? found : undefined)
  await turn.waits()
}
