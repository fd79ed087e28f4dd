// `npm run generate`: makes the code that follows from the contracts, unless it is up to date.
import { runIfChanged } from './if-changed.mjs'

await runIfChanged(
  {
    name: 'generated',
    // The lock file stands for the versions of the libraries.
    inputs: ['build', 'spec', 'src', 'package.json', 'package-lock.json'],
    output: 'src/kernel/contract/generated',
  },
  () => import('./generate.mjs'),
)
