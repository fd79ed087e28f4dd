import { useState } from 'hono/jsx/dom'
import { useEndedEffect } from '../effect.ts'
import { readFieldValue } from '../components/field-value.ts'
import type { BodyOf } from '../../src/kit/client/contract.ts'
import { FieldError, Form } from '../components/form.tsx'
import { Menu } from '../components/menu.tsx'
import { attempt } from '../components/notices.tsx'
import { call } from '../connection.ts'
import { formatDateTime, formatSpan } from '../format.ts'
import { DAY_MS } from '../../src/kernel/support/units-of-time.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { lookAgain, useRevision } from '../live.ts'
import { useLoad } from '../load.ts'
import type { World } from '../world.ts'

const STEPS = [
  ['+1 min', 'PT1M'],
  ['+1 h', 'PT1H'],
  ['+1 day', 'P1D'],
] as const

/** How often a running clock is drawn. */
const DRAW_MS = 250

export function Clock({ world }: { readonly world: World }) {
  const revision = useRevision()
  const { data: clock } = useLoad(`clock ${world.id}`, () => call('getClock', world.id), revision)
  const [isMoving, setMoving] = useState(false)
  const now = useRunning(clock?.now ?? world.now, clock?.rate ?? world.clock.rate)
  const next = clock?.pending[0]
  const last = clock?.pending.at(-1)
  // What takes longer is not what most people want first.
  const isNear = last !== undefined && Date.parse(last.due_at) - Date.parse(now) < DAY_MS
  const move = async (body: BodyOf<'advanceClock'>): Promise<string> => {
    const done = await call('advanceClock', world.id, { body })
    lookAgain()
    const moved = Date.parse(done.to) - Date.parse(done.from)
    const what = `${formatCount(done.ran_total, 'job')} ran, ${formatCount(done.deliveries_total, 'webhook')} went out.`
    return `${moved === 0 ? 'The clock stays' : `Advanced by ${formatSpan(moved)}`}: ${what}`
  }
  const advance = async (body: BodyOf<'advanceClock'>): Promise<void> => {
    setMoving(true)
    await attempt(() => move(body))
    setMoving(false)
  }
  const mode = clock?.mode ?? world.clock.mode
  return (
    <div class="clock" role="group" aria-label="Clock">
      <Menu
        label={
          <>
            <span class="hidden">Clock mode: </span>
            {mode === 'scaled' ? `scaled ${clock?.rate ?? 1}×` : mode} <span aria-hidden="true">▾</span>
          </>
        }
        class="quiet"
        side="right"
      >
        {(close) => <ClockMode world={world} onDone={close} onAdvance={move} />}
      </Menu>
      <time class="now" datetime={now}>
        {formatDateTime(now)}
      </time>
      <span class="segments">
        {STEPS.map(([words, by]) => (
          <button key={by} disabled={isMoving} onClick={() => advance({ by })}>
            {words}
          </button>
        ))}
      </span>
      <button
        disabled={isMoving || !next}
        title={next ? `${next.job} ${next.subject}, ${formatDateTime(next.due_at)}` : 'No job is pending'}
        onClick={() => next && advance({ to: next.due_at })}
      >
        Next job{' '}
        {next ? <span class="quiet-text">in {formatSpan(Math.max(0, Date.parse(next.due_at) - Date.parse(now)))}</span> : null}
      </button>
      <button
        class={isNear ? 'idle primary' : 'idle quiet'}
        title={
          next ? `Runs ${formatCount(clock?.pending.length ?? 0, 'pending job')} and what they lead to` : 'Nothing is pending'
        }
        disabled={isMoving}
        onClick={() => advance({ until: 'idle' })}
      >
        Run until idle
      </button>
    </div>
  )
}

/** The time of a running clock, counted on from the last time that the server reported. */
function useRunning(at: string, rate: number): string {
  const [shown, setShown] = useState(at)
  useEndedEffect(() => {
    setShown(at)
    if (rate === 0) return () => {}
    const began = performance.now()
    const timer = setInterval(() => {
      setShown(new Date(Date.parse(at) + (performance.now() - began) * rate).toISOString())
    }, DRAW_MS)
    return () => clearInterval(timer)
  }, [at, rate])
  return rate === 0 ? at : shown
}

interface ClockModeProps {
  readonly world: World
  readonly onDone: () => void
  readonly onAdvance: (body: BodyOf<'advanceClock'>) => Promise<string>
}

function ClockMode({ world, onDone, onAdvance }: ClockModeProps) {
  const [rate, setRate] = useState('60')
  const [instant, setInstant] = useState(world.now.slice(0, 19))
  const set = async (body: BodyOf<'updateClock'>): Promise<string> => {
    const { mode } = await call('updateClock', world.id, { body })
    onDone()
    return `The clock is ${mode}.`
  }
  const goTo = async (): Promise<string> => {
    const words = await onAdvance({ to: `${instant}Z` })
    onDone()
    return words
  }
  return (
    <>
      <div class="items">
        <button onClick={() => attempt(() => set({ mode: 'frozen' }))}>Freeze</button>
        <button onClick={() => attempt(() => set({ mode: 'realtime' }))}>Run in real time</button>
      </div>
      <Form class="one-line" fields={['rate']} onSend={() => set({ mode: 'scaled', rate: Number(rate) })}>
        <label>
          Speed (seconds per second)
          <input
            type="number"
            min="0.001"
            max="1000000"
            step="any"
            value={rate}
            onInput={(event: Event) => setRate(readFieldValue(event))}
          />
        </label>
        <button>Run scaled</button>
        <FieldError at="/rate" />
      </Form>
      <Form class="one-line" fields={['to']} onSend={goTo}>
        <label>
          Advance to (UTC)
          <input type="datetime-local" step="1" value={instant} onInput={(event: Event) => setInstant(readFieldValue(event))} />
        </label>
        <button>Advance</button>
        <FieldError at="/to" />
      </Form>
    </>
  )
}
