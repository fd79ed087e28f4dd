import { BodyView } from '../../components/body-view.tsx'
import { Section } from '../../components/section.tsx'
import { formatDateTime } from '../../format.ts'
import { useWorld } from '../../world.ts'
import { ControlWords } from './row.tsx'
import type { Step } from './steps.ts'

/** An action between the calls: the call of the control API that did it. */
export function StepDetail({ step }: { readonly step: Step }) {
  const { id } = useWorld()
  const { at, kind, summary, method, path, body } = step
  return (
    <article>
      <h2>{kind === 'other' ? <ControlWords step={step} /> : summary}</h2>
      <p class="facts mono">
        {method} /_control/worlds/{id}
        {path}
      </p>
      <p class="facts quiet-text">{formatDateTime(at)}</p>
      <Section title="Request">
        <BodyView body={body === null ? '' : JSON.stringify(body)} />
      </Section>
    </article>
  )
}
