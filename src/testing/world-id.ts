import { sha256 } from '../support/digest.ts'

/** What tells a test from all others, and one attempt at it from the next. */
export interface Attempt {
  /** The name of the project that the test runs in; empty where there is only one. */
  readonly project: string
  /** The file of the test, below the root of the project. */
  readonly file: string
  /** The title of the test behind those of its suites. */
  readonly title: string
  /** Which of the tests it is that have this title in this file, from 0. */
  readonly nth?: number
  /** Which repetition it is, from 0. */
  readonly repeat: number
  /** Which retry it is, from 0. */
  readonly retry: number
}

/** An id has at most so many characters, and some are kept for a number that tells it from one that is taken. */
const LENGTH_MAX = 63
const KEPT_FREE = 4
/** So much of a title is enough to recognise it. */
const TITLE_MAX = 40
const DIGEST = 6

/** A widely used SDK replaces this word in the base URL, which holds the id of the world, by the name of a datacenter. */
const REPLACED_BY_SDKS = 'server'
const INSTEAD = 'srv'

/**
 * The id of the world of a test: its title, for a person who looks at the server, and a digest of what tells it from others of that title.
 * It is the same in each run, and so are the keys of the world.
 */
export function worldIdOf({ project, file, title, nth = 0, repeat, retry }: Attempt): string {
  const digest = sha256([project, file.replaceAll('\\', '/'), title, nth].join('\n')).slice(0, DIGEST)
  const end = `-${digest}${repeat > 0 ? `-repeat${repeat}` : ''}${retry > 0 ? `-retry${retry}` : ''}`
  return readable(title, Math.min(TITLE_MAX, LENGTH_MAX - KEPT_FREE - end.length)) + end
}

/** A title in the letters of an id. */
function readable(title: string, length: number): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
  const words = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .replaceAll(REPLACED_BY_SDKS, INSTEAD)
  return words.slice(0, length).replace(/-+$/, '') || 'test'
}
