// `npm run release`: builds the package, its software bill of materials (CycloneDX) and the texts for assistants in release/.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { changelogProblem } from './changelog.mjs'
import { llmsFiles, llmsText } from './llms.mjs'
import { NOTICES, packagesNamedIn } from './notices.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const OUT = join(ROOT, 'release')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')

/**
 * @typedef {{ readonly name: string, readonly value: string }} Property
 * @typedef {{ readonly 'bom-ref': string, readonly name: string, readonly version: string, readonly properties?: readonly Property[] }} Component
 * @typedef {{ readonly ref: string, readonly dependsOn?: readonly string[] }} Dependency
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Sbom
 */

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const problem = changelogProblem(readFileSync(CHANGELOG, 'utf8'), version)
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}
rmSync(OUT, { recursive: true, force: true })
mkdirSync(OUT, { recursive: true })
const [{ filename }] = JSON.parse(npm('pack', '--json', '--pack-destination', OUT))
const tarball = join(OUT, filename)
const bundled = packagesNamedIn(readFileSync(join(ROOT, NOTICES), 'utf8'))
const sbom = withBundled(JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx')))
const file = tarball.replace(/\.tgz$/, '.cdx.json')
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
const texts = new Map([['llms.txt', llmsText()], ...llmsFiles()])
for (const [name, text] of texts) writeFileSync(join(OUT, name), text)
console.log(
  `${tarball}\n${file}: ${sbom.components.length} components\n${[...texts.keys()].map((name) => join(OUT, name)).join('\n')}`,
)

/** @param {...string} args */
function npm(...args) {
  // Scripts may print to standard output before the JSON of npm.
  const out = execFileSync('npm', [...args, '--silent'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  return out.slice(out.search(/^[[{]/m))
}

/**
 * Keeps the components that are installed with the package, and the bundled ones. To npm, bundled packages are development
 * dependencies.
 *
 * @param {Sbom} all @returns {Sbom}
 */
function withBundled({ metadata, components, dependencies, ...rest }) {
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const isBundled = (/** @type {Component} */ each) =>
    bundled.some((known) => known.name === each.name && known.version === each.version)
  const isDevelopment = (/** @type {Component} */ { properties = [] }) =>
    properties.some((each) => each.name === 'cdx:npm:package:development')
  const kept = components.flatMap((each) => {
    if (!isDevelopment(each)) return [each]
    if (!isBundled(each)) return []
    return [{ ...each, scope: 'required', properties: [...othersOf(each), { name: 'cdx:npm:package:bundled', value: 'true' }] }]
  })
  const missing = bundled.filter((known) => !kept.some((each) => each.name === known.name && each.version === known.version))
  if (missing.length > 0)
    throw new Error(`The list of npm lacks bundled packages: ${missing.map((each) => each.name).join(', ')}.`)
  const refs = new Set([metadata.component['bom-ref'], ...kept.map((each) => each['bom-ref'])])
  const hashes = [{ alg: 'SHA-512', content: createHash('sha512').update(readFileSync(tarball)).digest('hex') }]
  return {
    ...rest,
    // npm names it after the folder of the build.
    metadata: { ...metadata, component: Object.assign(metadata.component, { name, hashes }) },
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) })),
  }
}

/** @param {Component} component */
function othersOf({ properties = [] }) {
  return properties.filter(({ name }) => name !== 'cdx:npm:package:development')
}
