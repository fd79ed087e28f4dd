import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { RefusedError, type World } from '../client/index.ts'
import { replaceSecrets } from '../support/secret-places.ts'
import { environmentVariable } from './environment.ts'

/** An artifact of a failed test's world. */
export interface Artifact {
  /** The ending of its file: `bundle.json`, `journal.json`, `har`. */
  readonly ending: string
  /** A description for people. */
  readonly what: string
  readonly contentType: string
  readonly text: string
}

/**
 * Everything that happened in a world, as files: a bundle for a replay, and the journal in two formats. None of them contains
 * secrets.
 */
export async function artifactsOf(world: World): Promise<readonly (Artifact | string)[]> {
  const har = await world.requests.har()
  return [
    await bundleOf(world),
    await journalOf(world),
    {
      ending: 'har',
      what: 'the calls of the journal, for browser developer tools',
      contentType: 'application/json',
      text: JSON.stringify(har, null, 2),
    },
  ]
}

/** Page size of lists. */
const PAGE = 1_000

/** The journal in the format of the control API, with what HAR can't express: ignored fields, and webhooks. */
async function journalOf(world: World): Promise<Artifact> {
  const journal = {
    requests: await all((page) => world.requests.list(page)),
    // The receiver got the webhooks unredacted; this copy is for people.
    deliveries: JSON.parse(redacted(await all((page) => world.deliveries.list(page)))),
  }
  const what = 'the journal: calls and webhook deliveries'
  return { ending: 'journal.json', what, contentType: 'application/json', text: JSON.stringify(journal, null, 2) }
}

/** Plain data as JSON without secrets that are recognizable by their place, such as the password in a webhook's URL. */
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

/** The command that replays a bundle. */
export function replayCommandFor(file: string): string {
  return `npx maildouble replay ${/^[\w./\\:-]+$/.test(file) ? file : JSON.stringify(file)}`
}

/** The bundle, or the reason why there is none: long runs drop their first steps. */
async function bundleOf(world: World): Promise<Artifact | string> {
  try {
    const text = JSON.stringify(await world.bundle())
    return { ending: 'bundle.json', what: 'everything that happened, for a replay', contentType: 'application/json', text }
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) return `no bundle: ${error.problem.detail}`
    throw error
  }
}

/** Default folder for artifacts of failed tests, relative to the working directory. */
const FOLDER = 'maildouble-failures'

/** The artifact files of a failed test, relative to the working directory. */
export interface TestArtifacts {
  /** The id of its world. */
  readonly world: string
  /** The bundle for `maildouble replay`; missing if the run was too long. */
  readonly bundle?: string
  /** Calls and webhooks, in the format of the control API. */
  readonly journal?: string
  /** The calls, as HAR 1.2. */
  readonly har?: string
}

/** Writes the artifacts of a world. Returns the files, and a text that tells a person where they are and how to use them. */
export async function saveArtifacts(world: World): Promise<{ readonly files: TestArtifacts; readonly message: string }> {
  const folder = resolve(environmentVariable('MAILDOUBLE_FAILURES') ?? FOLDER)
  const files: Record<string, string> = {}
  const lines = [`What happened in the world ${world.id} of this test:`]
  const artifacts = await artifactsOf(world)
  mkdirSync(folder, { recursive: true })
  for (const each of artifacts) {
    if (typeof each === 'string') {
      lines.push(`  ${each}`)
      continue
    }
    const path = join(folder, `${world.id}.${each.ending}`)
    writeFileSync(path, each.text)
    const shown = relative('.', path)
    files[each.ending.replace(/\..*/, '')] = shown
    lines.push(`  ${shown}  ${each.what}`)
    if (each.ending === 'bundle.json') lines.push(`    ${replayCommandFor(shown)}`)
  }
  return { files: { ...files, world: world.id }, message: lines.join('\n') }
}
