import { RefusedError, type World } from '../client/index.ts'

/** What is kept of the world of a test that failed. */
export interface Evidence {
  /** How its file is to end: `bundle.json`, `har`. */
  readonly ending: string
  /** What it is, for a person. */
  readonly what: string
  readonly contentType: string
  readonly text: string
}

/** All that happened in a world, as files: a bundle that lets it happen again, and its calls. No secret is in either. */
export async function evidenceOf(world: World): Promise<readonly (Evidence | string)[]> {
  const har = await world.requests.har()
  return [
    await bundleOf(world),
    {
      ending: 'har',
      what: 'the journal of its calls, for the developer tools of a browser',
      contentType: 'application/json',
      text: JSON.stringify(har, null, 2),
    },
  ]
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
