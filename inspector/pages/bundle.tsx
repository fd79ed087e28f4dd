import { isObject } from '../../src/kernel/support/is-object.ts'
import { useState } from 'hono/jsx/dom'
import { RefusedError } from '../../src/kit/client/errors.ts'
import type { BodyOf, Schemas } from '../../src/kit/client/contract.ts'
import { go } from '../address.ts'
import { attempt } from '../components/notices.tsx'
import { Problem } from '../components/problem.tsx'
import { Section } from '../components/section.tsx'
import { call } from '../connection.ts'
import { parseJsonOrNone } from '../../src/kernel/support/json-fault.ts'
import { formatCount } from '../../src/kernel/support/words.ts'
import { createStore, useStore } from '../store.ts'
import { useWorld } from '../world.ts'
import { cutBundle } from './bundle/cut.ts'
import { StepLine, useStepWords } from './bundle/step.tsx'
import { copySnippet } from './requests/actions.tsx'

type Bundle = Schemas['Bundle']

/** A bundle that was opened, and how far its world has been replayed. It stays open while other pages are looked at. */
interface Opened {
  readonly name: string
  readonly bundle: Bundle
  readonly world: string
  readonly steps: number
  readonly differences: number
}

const opened = createStore<Opened | undefined>(undefined)

/** A world as a file: download this one, or open that of a failed run and go through its steps. */
export function BundlePage() {
  const { id } = useWorld()
  const [error, setError] = useState<unknown>(undefined)
  const now = useStore(opened)
  const download = (): Promise<boolean> =>
    attempt(async () => {
      const bundle = await call('getBundle', id)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([JSON.stringify(bundle)], { type: 'application/json' }))
      link.download = `${id}.bundle.json`
      link.click()
      URL.revokeObjectURL(link.href)
      return `The bundle holds ${formatCount(bundle.steps.length, 'step')}.`
    })
  const open = async (event: Event): Promise<void> => {
    const file = event.target instanceof HTMLInputElement ? event.target.files?.[0] : undefined
    if (!file) return
    setError(undefined)
    try {
      const bundle = bundleIn(await file.text())
      await replay({ name: file.name, bundle, steps: bundle.steps.length })
    } catch (reason) {
      setError(reason)
    }
  }
  return (
    <article class="detail bundle">
      <h2>Bundle</h2>
      <p class="facts quiet-text">
        A bundle holds the start of a world and every step since. A failed test leaves one, and any server can replay it.
      </p>
      <div class="actions">
        <button onClick={download}>Download the bundle of {id}</button>
      </div>
      <Section title="Open a bundle">
        <input type="file" accept=".json,application/json" aria-label="A bundle" onChange={open} />
        {error === undefined ? null : <Problem error={error} />}
      </Section>
      {now ? <Steps now={now} /> : null}
    </article>
  )
}

function bundleIn(text: string): Bundle {
  const value = parseJsonOrNone(text)
  if (!isObject(value)) throw new Error('This file is damaged, or is no bundle: it holds no JSON object.')
  if (value['maildouble_bundle'] !== 1) throw new Error('This file is no bundle of maildouble: it lacks "maildouble_bundle": 1.')
  if (!Array.isArray(value['steps'])) throw new Error('This bundle is damaged: its steps are missing.')
  // The server checks the rest during the replay.
  return value as unknown as Bundle
}

function worldNamed(file: string): string {
  const name = file
    .toLowerCase()
    .replace(/(?:\.bundle)?\.json$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `opened-${name || 'bundle'}`.slice(0, 55)
}

/** Replays the first steps of a bundle in a new world, shows this world, and deletes the world of the previous replay. */
async function replay(next: Omit<Opened, 'world' | 'differences'>): Promise<void> {
  const { name, bundle, steps } = next
  const isWhole = steps === bundle.steps.length
  const id = worldNamed(name) + (isWhole ? '' : `-${steps}`)
  const before = opened.get()?.world
  await deleteWorld(id)
  const body: BodyOf<'createWorld'> = { id, bundle: cutBundle(bundle, steps) }
  const { replay: done } = await call('createWorld', undefined, { body })
  // The number of calls at the end is that of the whole bundle.
  const early = done?.differences.filter(({ step }) => step < steps).length ?? 0
  opened.set({ name, bundle, steps, world: id, differences: isWhole ? (done?.differences_total ?? 0) : early })
  // Back must not lead to the world of the step before, which is gone.
  go({ world: id, page: 'bundle' }, { isStep: before === undefined })
  if (before !== undefined && before !== id) await deleteWorld(before)
}

async function deleteWorld(id: string): Promise<void> {
  await call('deleteWorld', id).catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.status === 404)) throw error
  })
}

/** Copies the test of the latest call of a world. */
async function copyLatestAsTest(world: string): Promise<undefined> {
  const { requests } = await call('getRequests', world, { query: { via: 'http', order: 'desc', limit: 1 } })
  await copySnippet(world, requests[0]?.id ?? '', 'test')
}

function Steps({ now }: { readonly now: Opened }) {
  const { name, bundle, steps, world, differences } = now
  const words = useStepWords()
  const [isMoving, setMoving] = useState(false)
  const to = async (count: number): Promise<void> => {
    setMoving(true)
    await attempt(async () => {
      await replay({ name, bundle, steps: count })
      return undefined
    })
    setMoving(false)
  }
  const { length } = bundle.steps
  return (
    <Section title={`Steps of ${name}`} aside={`world ${world}`}>
      <div class="actions">
        <button disabled={isMoving || steps === 0} onClick={() => to(0)}>
          Start
        </button>
        <button disabled={isMoving || steps === 0} onClick={() => to(steps - 1)}>
          Step back
        </button>
        <button class="primary" disabled={isMoving || steps === length} onClick={() => to(steps + 1)}>
          Next step
        </button>
        <button disabled={isMoving || steps === length} onClick={() => to(length)}>
          End
        </button>
        {bundle.steps[steps - 1]?.step === 'request' ? (
          <button disabled={isMoving} onClick={() => attempt(() => copyLatestAsTest(world))}>
            Copy as test
          </button>
        ) : null}
        <span class="quiet-text">
          {steps} of {formatCount(length, 'step')}
          {differences > 0 ? `; ${formatCount(differences, 'result differs', 'results differ')} from the recording` : ''}
        </span>
      </div>
      <ol class="steps">
        {bundle.steps.map((step, index) => (
          <li key={index} class={index >= steps ? 'faint' : index === steps - 1 ? 'now' : ''}>
            <button
              class="quiet"
              disabled={isMoving}
              aria-current={index === steps - 1 ? 'step' : undefined}
              onClick={() => to(index + 1)}
            >
              <StepLine number={index + 1} step={step} before={bundle.steps[index - 1]} words={words} />
            </button>
          </li>
        ))}
      </ol>
    </Section>
  )
}
