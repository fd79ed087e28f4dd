// The behaviour of each released version: spec/released/<version>.json, written at its release.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const RELEASED = resolve(import.meta.dirname, '../spec/released')

/** The released versions whose behaviour is known, oldest first. @returns {string[]} */
export function releasedVersions(folder = RELEASED) {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** The module by which the package finds the behaviour of each released version. */
export function releasedModule() {
  return [
    '/** The behaviour of each released version, loaded when it is read. */',
    'export const released: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {',
    ...releasedVersions().map(
      (version) => `  '${version}': () => import('./released/${version}.json', { with: { type: 'json' } }),`,
    ),
    '}\n',
  ].join('\n')
}

/** The file with the behaviour of a version. @param {string} version */
export function releasedFile(version, folder = RELEASED) {
  return join(folder, `${version}.json`)
}

/**
 * Records the behaviour of the version to be released. Returns the latest version before it, if there is one; `undefined` if the file was there
 * already and says the same.
 *
 * @param {{ readonly version: string }} behaviour
 * @returns {{ before: string | undefined } | undefined}
 */
export function recordReleased(behaviour, folder = RELEASED) {
  const file = releasedFile(behaviour.version, folder)
  const text = `${JSON.stringify(behaviour, undefined, 1)}\n`
  const versions = releasedVersions(folder)
  if (versions.includes(behaviour.version) && readFileSync(file, 'utf8') === text) return undefined
  writeFileSync(file, text)
  return { before: versions.filter((each) => each !== behaviour.version).at(-1) }
}
