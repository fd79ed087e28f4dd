import { asObject, isObject } from '../../../src/kernel/support/is-object.ts'
import type { Schemas } from '../../../src/kit/client/contract.ts'
import { Badge, StatusBadge } from '../../components/badge.tsx'
import { type SummaryOf, useControlSummaries, useServiceSummaries } from '../../control-document.ts'
import { parseJsonOrNone } from '../../../src/kernel/support/json-fault.ts'
import { formatDateTime, formatTime } from '../../format.ts'
import { useTriggers } from '../act/triggers.ts'
import { inWords } from '../faults/line.tsx'

type BundleStep = Schemas['Bundle']['steps'][number]

/** What a step does, in words. */
interface StepDescription {
  readonly title: string
  readonly about?: string
  /** The status of an answer; `null` if there was none. */
  readonly status?: number | null
}

/** Finds the words of the contracts: the summary of an operation of the service or of the control API, and the title of a trigger. */
interface StepWords {
  readonly service: SummaryOf | undefined
  readonly control: SummaryOf | undefined
  readonly trigger: (name: string) => string | undefined
}

export function useStepWords(): StepWords {
  const { data: triggers = [] } = useTriggers()
  return {
    service: useServiceSummaries(),
    control: useControlSummaries(),
    trigger: (name) => triggers.find(({ trigger }) => trigger === name)?.title,
  }
}

interface StepLineProps {
  readonly number: number
  readonly step: BundleStep
  readonly before: BundleStep | undefined
  readonly words: StepWords
}

/** A step: its number, its time (with the day if it is another one), what happened, and how it ended. */
export function StepLine({ number, step, before, words }: StepLineProps) {
  const { title, about, status } = describeBundleStep(step, words)
  const isNewDay = before !== undefined && before.at.slice(0, 10) !== step.at.slice(0, 10)
  return (
    <>
      <span class="mono">{number}</span>
      <time class="time" datetime={step.at} title={formatDateTime(step.at)}>
        {isNewDay ? step.at.slice(5, 10) : formatTime(step.at)}
      </time>
      <span class="words">
        <span>{title}</span>
        {about ? <span class="quiet-text mono">{about}</span> : null}
      </span>
      {status === undefined ? <Badge>{step.step}</Badge> : <StatusBadge status={status} />}
    </>
  )
}

function describeBundleStep(step: BundleStep, words: StepWords): StepDescription {
  switch (step.step) {
    case 'request': {
      const { method, path, body = '', answer } = step
      const who = addressIn(parseJsonOrNone(body))
      return {
        title: words.service?.(method, path) ?? `${method} ${path}`,
        about: [`${method} ${path}`, who].filter(Boolean).join(' · '),
        ...(answer ? { status: answer.status } : {}),
      }
    }
    case 'control': {
      const { method, path, body } = step
      const trigger = isObject(body) && path === '/triggers' ? String(body['trigger']) : undefined
      const known = trigger === undefined ? words.control?.(method, path) : words.trigger(trigger)
      const { trigger: _, ...rest } = asObject(body)
      return { title: known ?? `${method} ${path}`, about: addressIn(rest) || inWords(rest) }
    }
    case 'advance':
      return { title: 'Time passes', about: inWords(step.body) }
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
