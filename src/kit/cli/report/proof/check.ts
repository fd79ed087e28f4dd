import { version } from '../../../../kernel/contract/generated/version.ts'
import { formatCount } from '../../../../kernel/support/words.ts'
import { grouped } from '../../../../kernel/support/grouped.ts'
import { readJsonFile } from '../../../double/json-file.ts'
import { type Paint, paintFor, wrapWords } from '../../output.ts'
import { currentBehaviour } from './behaviour.ts'
import { type BehaviourChange, findChanges, readProof } from './proof.ts'

/** Checks that this version says what a suite relied on. Fails if it says something else. */
export async function checkProof(file: string): Promise<void> {
  const proof = readProof(file, await readJsonFile(file))
  const changes = findChanges(proof, await currentBehaviour())
  const pinned = `what ${file} pinned with maildouble ${proof.version}`
  if (changes.length === 0) {
    console.log(`maildouble ${version} says ${pinned}.`)
    return
  }
  const paint = paintFor(process.stdout)
  const title = `maildouble ${version} changes ${pinned}: ${formatCount(changes.length, 'change')}`
  process.stdout.write(`${paint('bold', title)}\n\n${changesText(changes, paint)}\n\n${NEXT}\n`)
  process.exitCode = 1
}

const NEXT = 'If your program is ready for them, run your suite and pin again with --pin.'

const TITLES: { readonly [Kind in BehaviourChange['kind']]: string } = {
  operations: 'Operations',
  schemas: 'Schemas of answers',
  errors: 'Errors',
  assumptions: 'Assumptions',
}

/** Changes for a terminal, by kind and name, each with the old and the new text. */
function changesText(changes: readonly BehaviourChange[], paint: Paint): string {
  return [...grouped(changes, ({ kind }) => kind)]
    .map(([kind, ofKind]) => {
      const names = [...grouped(ofKind, ({ name }) => name)]
      const blocks = names.map(([name, each]) =>
        [`  ${name}`, ...each.flatMap((change) => formatChange(change, paint))].join('\n'),
      )
      return [paint('bold', TITLES[kind]), ...blocks].join('\n')
    })
    .join('\n\n')
}

function formatChange({ place, from, to }: BehaviourChange, paint: Paint): string[] {
  return [
    ...(place === undefined || place === '' ? [] : [`    ${place}`]),
    paint('red', addLabel('old', from ?? 'not there')),
    paint('green', addLabel('new', to ?? 'not there any more')),
  ]
}

function addLabel(label: string, text: string): string {
  const indent = ' '.repeat('      old  '.length)
  return `      ${label}  ${wrapWords(text, indent).slice(indent.length)}`
}
