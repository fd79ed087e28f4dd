// Reads kits/behaviours.yaml, finds the behaviours that the suites of the kits name, and makes the reference page of the kits.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

/**
 * A kit: the files or folders of its suite, and the behaviours that it does not have, each with the reason.
 *
 * @typedef {{ readonly title: string, readonly suite: readonly string[], readonly missing?: Readonly<Record<string, string>> }} Kit
 */

/** @typedef {{ readonly behaviours: Readonly<Record<string, string>>, readonly kits: Readonly<Record<string, Kit>> }} Kits */

const ROOT = resolve(import.meta.dirname, '..')

/** A test that names a behaviour: `behaviour:fault-once`, `@Behaviour("fault-once")`. */
const NAMED = /\bbehaviour(?:: ?|\(['"])([a-z]+(?:-[a-z]+)*)/gi

/** What a suite is written in; other files in its folder, such as results, name nothing. */
const SOURCE = /\.(?:ts|py|php|java)$/

/** The list. @returns {Kits} */
export function readKits() {
  return parse(readFileSync(join(ROOT, 'kits/behaviours.yaml'), 'utf8'))
}

/** The behaviours that the files of a suite name. @param {readonly string[]} suite @returns {ReadonlySet<string>} */
export function namedIn(suite) {
  return new Set(suite.flatMap(sourcesAt).flatMap((file) => namesIn(readFileSync(file, 'utf8'))))
}

/** The behaviours that a text names. @param {string} text @returns {string[]} */
export function namesIn(text) {
  return [...text.matchAll(NAMED)].map(([, name = '']) => name)
}

/** @param {string} place a file or folder, from the root of the repository @returns {string[]} */
function sourcesAt(place) {
  const path = join(ROOT, place)
  if (!existsSync(path)) throw new Error(`kits/behaviours.yaml names a suite that does not exist: ${place}`)
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .map((file) => join(path, file))
}

/**
 * How a kit's suite differs from the list, as sentences; empty if it does not.
 *
 * @param {Kits['behaviours']} behaviours @param {Kit} kit @param {ReadonlySet<string>} named
 */
export function complaintsAbout(behaviours, { title, missing = {} }, named) {
  return [
    ...Object.keys(behaviours).flatMap((name) => {
      if (named.has(name) && name in missing) return [`${title} has a test of ${name}, which it lists as missing.`]
      if (!named.has(name) && !(name in missing)) return [`${title} has no test that names behaviour:${name}.`]
      return []
    }),
    ...[...named, ...Object.keys(missing)]
      .filter((name) => !(name in behaviours))
      .map((name) => `${title} names ${name}, which kits/behaviours.yaml does not list.`),
  ]
}

/** @param {Kits} kits */
export function kitsPage({ behaviours, kits }) {
  const all = Object.values(kits)
  const rows = Object.entries(behaviours).map(
    ([name, sentence]) => `| ${[sentence, ...all.map(({ missing }) => missing?.[name] ?? 'yes')].join(' | ')} |`,
  )
  return [
    '# Kits',
    '',
    'What the kit of each language does. Its suite tests every behaviour; where it lacks one, the cell says why.',
    '',
    `| ${['Behaviour', ...all.map(({ title }) => title)].join(' | ')} |`,
    `|${['', ...all].map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n')
}
