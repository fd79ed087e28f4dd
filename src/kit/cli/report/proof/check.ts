import { currentBehaviour } from './behaviour/index.ts'
import { version } from '../../../../kernel/contract/generated/version.ts'
import { formatCount } from '../../../../kernel/support/words.ts'
import { changesText } from './changes-text.ts'
import { readJsonFile } from '../../json-file.ts'
import { paintFor } from '../../output.ts'
import { changesOfProof, proofIn } from './proof.ts'

/** Checks that this version says what a suite relied on. Fails if it says something else. */
export async function checkProof(file: string): Promise<void> {
  const proof = proofIn(file, await readJsonFile(file))
  const changes = changesOfProof(proof, await currentBehaviour())
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
