// `npm run release`: makes what a release publishes in release/, or in the folder --out: the package, its bill of materials (CycloneDX), the
// texts for assistants, the module for Testcontainers, the wheel, the executables that can be made on this machine, the entry in the
// registry of assistants' servers, and the image if Docker can build for several platforms here. Lists names, sizes and digests.
// With --dry-run it makes the same from a clean clone of the last commit, or with --here from this folder, and CHANGELOG.md may be unfinished.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { changelogProblem } from './changelog.mjs'
import { llmsFiles, llmsText } from './llms.mjs'
import { NOTICES, packagesNamedIn } from './notices.mjs'
import { serverJson } from './server-json.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const CHANGELOG = join(ROOT, 'CHANGELOG.md')
const NODE_MODULE = join(ROOT, 'kits/node-testcontainers')

/**
 * @typedef {{ readonly name: string, readonly value: string }} Property
 * @typedef {{ readonly 'bom-ref': string, readonly name: string, readonly version: string, readonly properties?: readonly Property[] }} Component
 * @typedef {{ readonly ref: string, readonly dependsOn?: readonly string[] }} Dependency
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: Dependency[] }} Sbom
 */

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    here: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, 'release') },
  },
})
const OUT = resolve(values.out)
const isRehearsal = values['dry-run']
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

if (isRehearsal && !values.here) rehearse()
else make()

/** Makes everything in a clone of the last commit. */
function rehearse() {
  const clone = mkdtempSync(join(tmpdir(), 'maildouble-release-'))
  try {
    const changed = run('git', ['status', '--porcelain'])
    if (changed !== '') console.log(`Not in the last commit, so not in the rehearsal:\n${changed}`)
    run('git', ['clone', '--quiet', ROOT, clone])
    run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], { cwd: clone })
    const { status } = spawnSync(process.execPath, ['build/release.mjs', '--dry-run', '--here', '--out', OUT], {
      cwd: clone,
      stdio: 'inherit',
    })
    process.exitCode = status ?? 1
  } finally {
    rmSync(clone, { recursive: true, force: true })
  }
}

function make() {
  const problem = changelogProblem(readFileSync(CHANGELOG, 'utf8'), version)
  if (problem !== undefined) {
    console.error(problem)
    if (!isRehearsal) process.exit(1)
  }
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  // The package first: the others are made from its dist/.
  const [{ filename }] = npm('pack', '--json', '--pack-destination', OUT)
  const sbom = withBundled(npm('sbom', '--sbom-format', 'cyclonedx'), join(OUT, filename))
  write(filename.replace(/\.tgz$/, '.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
  for (const [name, text] of new Map([['llms.txt', llmsText()], ...llmsFiles()])) write(name, text)
  write('server.json', `${JSON.stringify(serverJson(version), null, 2)}\n`)
  run('npm', ['pack', '--silent', '--pack-destination', OUT, NODE_MODULE])
  buildWheel()
  for (const platform of ['linux-x64', 'linux-arm64', 'win-x64']) {
    const file = join(OUT, `maildouble-${platform}${platform.startsWith('win') ? '.exe' : ''}`)
    run(process.execPath, ['build/executable/build.mjs', '--platform', platform, '--out', file])
  }
  console.log(
    'Left out: the executables for macOS, which are made and signed there, and the kits for Java and PHP, which are published by hand.',
  )
  if (canBuildImages()) {
    const platforms = ['--platform', 'linux/amd64,linux/arm64', '--provenance', 'mode=max', '--sbom', 'true']
    run('docker', [
      'buildx',
      'build',
      '--quiet',
      ...platforms,
      '--output',
      `type=oci,dest=${join(OUT, 'maildouble-image.tar')}`,
      '.',
    ])
  } else
    console.log(
      'Left out: the image, for which Docker needs a builder of the driver docker-container (docker buildx create --use).',
    )
  list()
}

/** With an environment of its own, since the Python of a system may have no pip. */
function buildWheel() {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-wheel-'))
  try {
    run('python3', ['-m', 'venv', folder])
    run(process.execPath, ['build/python-wheel.mjs', OUT], { env: { ...process.env, PYTHON: join(folder, 'bin/python') } })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Docker builds for several platforms only with such a builder. */
function canBuildImages() {
  const { status, stdout } = spawnSync('docker', ['buildx', 'inspect'], { encoding: 'utf8' })
  return status === 0 && /^Driver: +docker-container$/m.test(stdout)
}

/** Lists what was made, and writes the digests as `sha256sum --check` reads them. */
function list() {
  const files = readdirSync(OUT).map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(OUT, name)))
      .digest('hex')
    return { name, digest, bytes: statSync(join(OUT, name)).size }
  })
  const width = Math.max(...files.map(({ name }) => name.length))
  for (const { name, digest, bytes } of files) console.log(`${name.padEnd(width)}  ${String(bytes).padStart(11)}  ${digest}`)
  write('SHA256SUMS', files.map(({ name, digest }) => `${digest}  ${name}\n`).join(''))
}

/** @param {string} name @param {string} text */
function write(name, text) {
  writeFileSync(join(OUT, name), text)
}

/** @param {string} program @param {readonly string[]} args @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] */
function run(program, args, options = {}) {
  return execFileSync(program, args, {
    cwd: ROOT,
    ...options,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The JSON that a command of npm prints, before which scripts may print something. @param {...string} args */
function npm(...args) {
  const out = run('npm', [...args, '--silent'])
  return JSON.parse(out.slice(out.search(/^[[{]/m)))
}

/**
 * Keeps the components that are installed with the package, and the bundled ones. To npm, bundled packages are development
 * dependencies.
 *
 * @param {Sbom} all @param {string} tarball @returns {Sbom}
 */
function withBundled({ metadata, components, dependencies, ...rest }, tarball) {
  const bundled = packagesNamedIn(readFileSync(join(ROOT, NOTICES), 'utf8'))
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
