import { formatCount } from '../../../kernel/support/words.ts'
import { call, dataLine, dataText } from '../answer.ts'
import { declareOperation } from '../tool.ts'

export const exportBundle = declareOperation({
  name: 'export_bundle',
  title: 'Export a run',
  description:
    'Summarizes the bundle of a world, from which its whole run can be replayed on another machine, and says how to save and replay ' +
    'it. Use it to hand over a failure.',
  operation: 'getBundle',
  changes: 'nothing',
  show(bundle, { world, from }, { maildouble }) {
    const { steps, version } = bundle
    const bytes = JSON.stringify(bundle).length
    const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`
    const token = maildouble.target.controlToken === undefined ? '' : ' -H "Authorization: Bearer $MAILDOUBLE_CONTROL_TOKEN"'
    return {
      headline: `The bundle of the world ${world} has ${formatCount(steps.length, 'step')} and about ${Math.ceil(bytes / 1024)} KiB (maildouble ${version}).`,
      // The last steps are those before the failure.
      data: steps.slice(-STEPS_MAX).map((step, index) => {
        const number = Math.max(0, steps.length - STEPS_MAX) + index + 1
        return step.step === 'request'
          ? dataLine({ step: number, at: step.at, call: `${step.method} ${dataText(step.path, 200)}` })
          : dataLine({ step: number, at: 'at' in step ? step.at : undefined, what: step.step })
      }),
      noun: 'steps',
      omitted: { count: steps.length - STEPS_MAX, how: 'They are in the bundle.' },
      next: [
        `Save it: curl -fsS${token} -o bundle.json '${maildouble.url}/_control/worlds/${world}/bundle${query}'`,
        'Replay it: npx maildouble inspect bundle.json --check; look at it: npx maildouble inspect bundle.json',
        `${call('list_requests', { world })} shows its calls with their answers.`,
      ],
    }
  },
})

/** Maximum number of steps in an answer. */
const STEPS_MAX = 10
