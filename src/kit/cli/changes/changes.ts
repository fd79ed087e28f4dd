import {
  type Behaviour,
  behaviourChanges,
  behaviourIn,
  changesMarkdown,
  currentBehaviour,
} from '../../../kernel/contract/behaviour/index.ts'
import { released } from '../../../kernel/contract/generated/released.ts'
import { version } from '../../../kernel/contract/generated/version.ts'
import { formatCount } from '../../../kernel/support/format-count.ts'
import { changesText } from '../changes-text.ts'
import { readJsonFile, writeJsonFile } from '../json-file.ts'
import { paintFor } from '../output.ts'
import type { ChangesOptions } from './options.ts'

/** Lists what changed in behaviour from another version to this one, and saves the behaviour of this version. */
export async function changes({ from, format, save }: ChangesOptions): Promise<void> {
  if (from === undefined && save === undefined)
    throw new Error(
      '--from is missing: the version to compare with, such as --from 0.1.0. To save what this version says, use --save.',
    )
  const behaviour = await currentBehaviour()
  if (save !== undefined) {
    await writeJsonFile(save, behaviour)
    console.log(`What maildouble ${version} says about the service is in ${save}.`)
  }
  if (from === undefined) return
  const older = await olderBehaviour(from, behaviour)
  const found = behaviourChanges(older, behaviour)
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify({ from: older.version, to: version, changes: found }, undefined, 2)}\n`)
    return
  }
  const title = `From maildouble ${older.version} to ${version}: ${formatCount(found.length, 'change')}`
  if (format === 'markdown') {
    process.stdout.write(`${[`# ${title}`, ...(found.length > 0 ? [changesMarkdown(found).join('\n')] : [])].join('\n\n')}\n`)
    return
  }
  const paint = paintFor(process.stdout)
  process.stdout.write(`${[paint('bold', title), ...(found.length > 0 ? [changesText(found, paint)] : [])].join('\n\n')}\n`)
}

/** The behaviour of a released version, of this version, or in a file. */
async function olderBehaviour(from: string, current: Behaviour): Promise<Behaviour> {
  const name = from.replace(/^v(?=\d)/, '')
  if (Object.hasOwn(released, name)) return behaviourIn(name, (await released[name]?.())?.default)
  if (name === current.version) return current
  if (!/^\d+\.\d+\.\d+/.test(name)) return behaviourIn(from, await readJsonFile(from))
  const known = [...new Set([...Object.keys(released), current.version])].join(', ')
  throw new Error(
    `The behaviour of the version ${name.slice(0, 50)} is not known to maildouble ${version}. Known versions: ${known}.`,
  )
}
