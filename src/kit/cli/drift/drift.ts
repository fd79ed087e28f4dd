import { homedir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '../../../kernel/support/thrown.ts'
import { readNotes } from '../../drift/story/left-behind.ts'
import { exitStatusOf } from '../../drift/result.ts'
import { runDrift } from '../../drift/run/drift.ts'
import { readVocabularyFile } from '../../../service/scenarios/read/vocabulary-file.ts'
import { type ResultOptions, writeResult } from '../comparison/write.ts'
import { type AccountOptions, withAccount } from './account-calls.ts'

export interface DriftCliOptions extends AccountOptions, ResultOptions {
  readonly vocabulary?: string
  readonly values?: boolean
  readonly writes?: boolean
  readonly yes?: boolean
  /** The domain of the members that --writes adds. */
  readonly domain?: string
}

/** Compares a service with the contract and the double, and reports. A run that fails could not tell: its exit status is 2. */
export async function drift(options: DriftCliOptions): Promise<void> {
  try {
    await compare(options)
  } catch (error) {
    console.error(`maildouble: ${messageOf(error)}`)
    process.exitCode = exitStatusOf({ outcome: 'unknown' })
  }
}

async function compare(options: DriftCliOptions): Promise<void> {
  const { vocabulary: file, values = false, writes = false, yes = false, domain } = options
  if (!writes && domain !== undefined) throw new Error('--domain needs --writes, which adds members.')
  if (!writes && yes) throw new Error('--yes needs --writes: without it, nothing is changed and nothing is asked.')
  const notes = join(process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'maildouble', 'drift-writes')
  for (const left of await readNotes(notes)) console.error(`maildouble: ${left}`)
  const result = await withAccount(options, async (calls, clear) => {
    const run = { ...calls, vocabulary: file === undefined ? undefined : await readVocabularyFile(file), values }
    if (!writes) return runDrift(run)
    const { confirmAndWrite } = await import('./writes.ts')
    return confirmAndWrite({ ...run, domain: domain ?? 'example.com', notes }, yes, clear)
  })
  await writeResult(result, options)
}
