import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { environmentVariable } from './environment.ts'
import type { WorldEvidence } from './artifacts.ts'

/** Default folder for failed tests, relative to the working directory. */
const FOLDER = 'maildouble-failures'

/** Keeps the whole folder out of Git. */
const IGNORE_FILE = '.gitignore'
const IGNORE_ALL = '*\n'

/** The files of a failed test, relative to the working directory. */
export interface TestArtifacts {
  /** The id of its world. */
  readonly world: string
  /** Their folder, for `maildouble inspect`. */
  readonly folder: string
  /** The bundle of its world; missing if the run was too long. */
  readonly bundle?: string
  /** Calls and webhooks, in the format of the control API. */
  readonly journal: string
  /** The calls, as HAR 1.2. */
  readonly har: string
}

/** The folder of a test's files. */
export function locateFailureFolder(id: string): string {
  return join(failuresFolder(), id)
}

function failuresFolder(): string {
  return resolve(environmentVariable('MAILDOUBLE_FAILURES') ?? FOLDER)
}

/** Whether any test has left files. */
export function hasFailures(): boolean {
  return existsSync(failuresFolder())
}

/**
 * Writes the files of a failed attempt into its folder, and removes the files of an earlier run. The evidence about the test's own
 * world comes first. Throws an error of the file system.
 */
export function writeFailure(folder: string, [main, ...others]: readonly [WorldEvidence, ...WorldEvidence[]]): TestArtifacts {
  removeFailure(folder)
  const failures = dirname(folder)
  // Another worker may delete the folder of all tests as soon as it is empty, so both are made in one step.
  const made = mkdirSync(folder, { recursive: true })
  if (made !== undefined && made.length < folder.length) ignore(failures)
  for (const { journal, artifacts } of [main, ...others])
    for (const { ending, text } of artifacts) writeFileSync(join(folder, `${journal.world}.${ending}`), text)
  const { world } = main.journal
  const shown = relative('.', folder) || '.'
  const pathOf = (ending: string): string => join(shown, `${world}.${ending}`)
  return {
    world,
    folder: shown,
    ...(main.noBundle === undefined ? { bundle: pathOf('bundle.json') } : {}),
    journal: pathOf('journal.json'),
    har: pathOf('har'),
  }
}

/** Removes the files of an attempt, and of its retries in earlier runs. The folder is removed with the last files. */
export function removeFailure(folder: string): void {
  const failures = dirname(folder)
  if (!existsSync(failures)) return
  const name = folder.slice(failures.length + sep.length)
  for (const each of readdirSync(failures))
    if (each === name || (each.startsWith(`${name}-retry`) && /^\d+$/.test(each.slice(name.length + '-retry'.length))))
      rmSync(join(failures, each), { recursive: true, force: true })
  removeIfEmpty(failures)
}

/** Removes the folder if it has no files of tests, only its own `.gitignore`. */
function removeIfEmpty(failures: string): void {
  const ignoreFile = join(failures, IGNORE_FILE)
  try {
    if (readdirSync(failures).join('/') !== IGNORE_FILE || readFileSync(ignoreFile, 'utf8') !== IGNORE_ALL) return
    rmSync(ignoreFile)
    rmdirSync(failures)
  } catch {
    // Another worker was faster: it has removed the folder, or made one in it.
    if (existsSync(failures)) ignore(failures)
  }
}

function ignore(failures: string): void {
  writeFileSync(join(failures, IGNORE_FILE), IGNORE_ALL)
}

/** The command that opens the inspector on a folder or bundle. */
export function inspectCommandFor(path: string): string {
  return `npx maildouble inspect ${/^[\w./\\:-]+$/.test(path) ? path : JSON.stringify(path)}`
}
