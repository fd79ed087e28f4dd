// `npm run bundle`: makes dist/ from the contracts and the sources, unless it is up to date.
import { INPUTS } from './bundle-inputs.mjs'
import './generate-if-changed.mjs'
import { runIfChanged } from './if-changed.mjs'

await runIfChanged(
  {
    name: 'bundled',
    inputs: INPUTS,
    output: 'dist/reference',
  },
  async () => {
    console.log('Building maildouble from its sources, which takes some 15 seconds.')
    await import('./bundle.mjs')
    await import('./scenarios.mjs')
    const { buildInspector } = await import('./inspector.mjs')
    await buildInspector('dist/inspector')
    const { writeReference } = await import('./reference.mjs')
    await writeReference('dist/reference')
  },
)
