import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { RefusedError, type World } from '../client/index.ts'
import { replaceSecrets } from '../support/secret-places.ts'
import { variable } from './environment.ts'

/** What is kept of the world of a test that failed. */
export interface Evidence {
  /** How its file is to end: `bundle.json`, `journal.json`, `har`. */
  readonly ending: string
  /** What it is, for a person. */
  readonly what: string
  readonly contentType: string
  readonly text: string
}

/** All that happened in a world, as files: a bundle that lets it happen again, and its journal, in two forms. No secret is in any. */
export async function evidenceOf(world: World): Promise<readonly (Evidence | string)[]> {
  const har = await world.requests.har()
  return [
    await bundleOf(world),
    await journalOf(world),
    {
      ending: 'har',
      what: 'the calls of the journal, for the developer tools of a browser',
      contentType: 'application/json',
      text: JSON.stringify(har, null, 2),
    },
  ]
}

/** At most so many are answered at a time. */
const PAGE = 1_000

/** The journal in the words of the control API, with what HAR has no place for: what was ignored, and webhooks. */
async function journalOf(world: World): Promise<Evidence> {
  const journal = {
    requests: await all((page) => world.requests.list(page)),
    // The receiver got them as they are; here they are for people.
    deliveries: JSON.parse(redacted(await all((page) => world.deliveries.list(page)))),
  }
  const what = 'the journal: its calls, and the webhooks that went out'
  return { ending: 'journal.json', what, contentType: 'application/json', text: JSON.stringify(journal, null, 2) }
}

/** Plain data as JSON without the secrets that show by where they stand, such as the password in the address of a webhook. */
function redacted(data: unknown): string {
  return replaceSecrets(JSON.stringify(data), () => '{{external}}')
}

async function all<Thing>(
  list: (page: { readonly limit: number; readonly offset: number }) => Promise<readonly Thing[]>,
): Promise<Thing[]> {
  const things: Thing[] = []
  for (;;) {
    const page = await list({ limit: PAGE, offset: things.length })
    things.push(...page)
    if (page.length < PAGE) return things
  }
}

/** How a person lets it happen again. */
export function replayOf(file: string): string {
  return `npx maildouble replay ${/^[\w./\\:-]+$/.test(file) ? file : JSON.stringify(file)}`
}

/** The bundle, or why there is none: of long runs not all steps are kept. */
async function bundleOf(world: World): Promise<Evidence | string> {
  try {
    const text = JSON.stringify(await world.bundle())
    return { ending: 'bundle.json', what: 'all that happened, to let it happen again', contentType: 'application/json', text }
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) return `no bundle: ${error.problem.detail}`
    throw error
  }
}

/** Where the files of tests that failed go, below the folder that the tests were started in. */
const FOLDER = 'maildouble-failures'

/** The files that were written for a test that failed, below the folder that the tests were started in. */
export interface TestArtifacts {
  /** The world it had. */
  readonly world: string
  /** What `maildouble replay` takes; not there where the run was too long to be kept. */
  readonly bundle?: string
  /** Calls and webhooks, as the control API shows them. */
  readonly journal?: string
  /** The calls, as HAR 1.2. */
  readonly har?: string
}

/** Writes down what happened in a world. Tells where that is, and what a person can do with it. */
export async function keep(world: World): Promise<{ readonly kept: TestArtifacts; readonly told: string }> {
  const folder = resolve(variable('MAILDOUBLE_FAILURES') ?? FOLDER)
  const kept: Record<string, string> = {}
  const told = [`What happened in the world ${world.id} of this test:`]
  const evidence = await evidenceOf(world)
  mkdirSync(folder, { recursive: true })
  for (const each of evidence) {
    if (typeof each === 'string') {
      told.push(`  ${each}`)
      continue
    }
    const path = join(folder, `${world.id}.${each.ending}`)
    writeFileSync(path, each.text)
    const shown = relative('.', path)
    kept[each.ending.replace(/\..*/, '')] = shown
    told.push(`  ${shown}  ${each.what}`)
    if (each.ending === 'bundle.json') told.push(`    ${replayOf(shown)}`)
  }
  return { kept: { ...kept, world: world.id }, told: told.join('\n') }
}
