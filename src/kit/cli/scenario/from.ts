import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { crawlAccount } from '../../account/crawl.ts'
import { makeLikeness } from '../../account/likeness.ts'
import { Sketch } from '../../account/sketch.ts'
import { usableScenario } from '../../account/usable.ts'
import { loadChecker, type Checker } from '../../drift/check.ts'
import { readRecordings } from '../../recordings/read-files.ts'
import { fileProblem } from '../../../kernel/support/file-error.ts'
import { grouped } from '../../../kernel/support/grouped.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import { realNow } from '../../../kernel/support/time.ts'
import { NAME } from '../../../service/scenarios/read/scenario-folder.ts'
import { someLines } from '../../../service/scenarios/read/scenario-error.ts'
import { readVocabularyFile } from '../../../service/scenarios/read/vocabulary-file.ts'
import { type AccountOptions, withAccount } from '../drift/account-calls.ts'

export interface FromOptions extends Omit<AccountOptions, 'against'>, Partial<Pick<AccountOptions, 'against'>> {
  readonly vocabulary?: string
  readonly out?: string
  readonly name?: string
  readonly seed: string
  /** Largest number of members of a list that are written one by one. */
  readonly written: number
  readonly force?: boolean
}

/** Writes a scenario that looks like an account, or like what recordings show of one. */
export async function scenarioFrom(files: readonly string[], options: FromOptions): Promise<void> {
  const { out, force = false, seed, written } = options
  if (out !== undefined && !/\.ya?ml$/i.test(out)) throw new Error(`--out ${out} must end with .yaml: scenarios are YAML files.`)
  const name = options.name ?? (out === undefined ? 'account' : basename(out).replace(/\.ya?ml$/i, ''))
  if (!NAME.test(name))
    throw new Error(
      `"${name.slice(0, 70)}" is no name of a scenario: small letters, digits and hyphens, at most 63. Give one with --name.`,
    )
  if (out !== undefined && !force && existsSync(out)) throw new Error(`${out} exists. Overwrite it with --force.`)
  const vocabulary = options.vocabulary === undefined ? undefined : await readVocabularyFile(options.vocabulary)
  const checker = await loadChecker({ vocabulary, linksAnywhere: true })
  const { sketch, now } =
    options.against === undefined
      ? await fromFiles(checker, files)
      : await fromAccount(checker, files, { ...options, against: options.against })
  if (sketch.all('List').length === 0) throw new Error('No list was found, so there is no account to write a scenario from.')
  const { data, leftOut } = await usableScenario(await makeLikeness(sketch, { name, seed, now, written }))
  const text = await writeYaml(data)
  if (out === undefined) process.stdout.write(text)
  else {
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, text).catch((error: unknown) => {
      throw new Error(fileProblem(out, error), { cause: error })
    })
  }
  const { lists = [] } = data
  console.error(`${formatCount(lists.length, 'list')} and ${formatCount(sketch.all('Campaign').length, 'campaign')} were found.`)
  const kinds = [...grouped(leftOut, (kind) => kind)].map(([kind, { length }]) => `  ${kind}, ${formatCount(length, 'time')}`)
  if (kinds.length > 0) console.error(`Left out, since no world can have it:\n${someLines(kinds)}`)
  if (out !== undefined) console.error(`The scenario is in ${out}. Try: maildouble scenario show ${out}`)
}

interface FoundAccount {
  readonly sketch: Sketch
  readonly now: number
}

async function fromFiles(checker: Checker, files: readonly string[]): Promise<FoundAccount> {
  if (files.length === 0)
    throw new Error('A source is missing: --against with the address of the service, or files with recordings of it.')
  const sketch = new Sketch(checker)
  const { recordings, unreadable } = await readRecordings(files)
  for (const { file, why } of unreadable) console.error(`The file ${file} ${why}.`)
  let now: number | undefined
  for (const exchange of recordings.flatMap(({ exchanges }) => exchanges)) {
    if (exchange.at !== undefined && (now === undefined || exchange.at > now)) now = exchange.at
    sketch.add(checker.check(exchange), exchange.status)
  }
  return { sketch, now: now ?? realNow() }
}

async function fromAccount(checker: Checker, files: readonly string[], options: AccountOptions): Promise<FoundAccount> {
  if (files.length > 0) throw new Error('Give either --against or files with recordings, not both.')
  const { sketch, stopped } = await withAccount(options, (calls) => crawlAccount(checker, calls))
  if (stopped !== undefined) console.error(`Only a part of the account was read: ${stopped}`)
  return { sketch, now: realNow() }
}

async function writeYaml(data: object): Promise<string> {
  const { stringify } = await import('yaml')
  return `# Written by maildouble scenario from. The people in it are made up.\n${stringify(data, { lineWidth: 120, aliasDuplicateObjects: false })}`
}
