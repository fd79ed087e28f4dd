import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { call } from '../../connection.ts'
import { controlDocument, controlOperations, summaryFinder } from '../../control-document.ts'
import { dateTimeOf, jsonOf, timeOf } from '../../format.ts'
import { useLoad } from '../../load.ts'
import { isObject } from '../../schema.ts'
import { useWorld } from '../../world.ts'

type Step = Schemas['Bundle']['steps'][number]

/** What a step does, in words. */
interface Words {
  readonly title: string
  readonly about?: string
  /** The status of an answer; `null` if there was none. */
  readonly status?: number | null
}

/** Finds the words of the contracts. */
interface StepWords {
  /** The summary of an operation of the service or of the control API. */
  readonly operation: (part: 'service' | 'control', method: string, path: string) => string | undefined
  readonly trigger: (name: string) => string | undefined
}

/** Loads the words with which the contracts describe operations and triggers. */
export function useStepWords(): StepWords | undefined {
  const { id: world } = useWorld()
  const { data } = useLoad('words of steps', async () => {
    const [{ operations }, { triggers }, document] = await Promise.all([
      call('getFaultSchemas'),
      call('getTriggers', world),
      controlDocument(),
    ])
    const find = {
      service: summaryFinder(
        operations.map(({ contract, method, path, summary }) => ({
          key: `${method} ${contract === 'service' ? '/3.0' : ''}${path}`,
          summary,
        })),
      ),
      control: summaryFinder(controlOperations(document)),
    }
    const titles = new Map(triggers.map(({ trigger, title }) => [trigger, title]))
    return {
      operation: (part: 'service' | 'control', method: string, path: string) => find[part](method, path),
      trigger: (name: string) => titles.get(name),
    }
  })
  return data
}

interface StepLineProps {
  readonly number: number
  readonly step: Step
  readonly before: Step | undefined
  readonly words: StepWords | undefined
}

/** A step: its number, its time (with the day if it is another one), what happened, and how it ended. */
export function StepLine({ number, step, before, words }: StepLineProps) {
  const { title, about, status } = wordsFor(step, words)
  const isNewDay = before !== undefined && before.at.slice(0, 10) !== step.at.slice(0, 10)
  return (
    <>
      <span class="mono">{number}</span>
      <time class="time" datetime={step.at} title={dateTimeOf(step.at)}>
        {isNewDay ? step.at.slice(5, 10) : timeOf(step.at)}
      </time>
      <span class="words">
        <span>{title}</span>
        {about ? <span class="quiet-text mono">{about}</span> : null}
      </span>
      {status === undefined ? <Badge>{step.step}</Badge> : <StatusBadge status={status} />}
    </>
  )
}

function wordsFor(step: Step, words: StepWords | undefined): Words {
  switch (step.step) {
    case 'request': {
      const { method, path, body = '', answer } = step
      const who = addressIn(jsonOf(body))
      return {
        title: words?.operation('service', method, path) ?? `${method} ${path}`,
        about: [`${method} ${path}`, who].filter(Boolean).join(' · '),
        ...(answer ? { status: answer.status } : {}),
      }
    }
    case 'control': {
      const { method, path, body } = step
      const trigger = isObject(body) && path === '/triggers' ? String(body['trigger']) : undefined
      const known = trigger === undefined ? words?.operation('control', method, path) : words?.trigger(trigger)
      const { trigger: _, ...rest } = isObject(body) ? body : {}
      return { title: known ?? `${method} ${path}`, about: addressIn(rest) || compact(rest) }
    }
    case 'advance':
      return { title: 'Time passes', about: compact(step.body) }
    case 'outcome': {
      const { delivery, found } = step
      return {
        title: `Webhook ${delivery} ${found.response ? 'is answered' : 'gets no answer'}`,
        about: found.error ?? '',
        status: found.response?.status ?? null,
      }
    }
    case 'withdrawal':
      return { title: `Webhook ${step.delivery} is cancelled` }
    case 'fetch':
      return { title: `The feed of the campaign ${step.campaign} is fetched`, status: step.found.response?.status ?? null }
    case 'resume':
      return { title: `Call ${step.number} goes on` }
  }
}

/** The address that a body is about. */
function addressIn(body: unknown): string {
  return isObject(body) && typeof body['email_address'] === 'string' ? body['email_address'] : ''
}

/** A small object as a line: `by: PT1M`. */
function compact(body: unknown): string {
  if (!isObject(body)) return ''
  return Object.entries(body)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
