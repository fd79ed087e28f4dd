// Checks the contents and the size of the package: node .ci/package-contents.mjs <folder into which it was installed>
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Maximum size of the unpacked package in bytes, as npm shows it, without its dependencies. 2.0 million of them are the two contracts as
 * JSON files, for programs in any language, 2.5 million the validators, and 0.8 million the types. */
const BYTES_MAX = 10_500_000

/** The packages that an installation has. */
const PACKAGES = ['maildouble', 'yaml']

const modules = join(process.argv[2] ?? '.', 'node_modules')
const home = join(modules, 'maildouble')
/** @type {string[]} */
const wrong = []

const files = filesBelow(home)
const foreign = files.filter(
  (file) =>
    !/^(?:dist[\\/].+\.(?:js|d\.c?ts|json)|dist[\\/](?:inspector|reference)[\\/][\w-]+\.\w+\.(?:br|gz)|docs[\\/].+\.md|package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES)$/.test(
      file,
    ),
)
if (foreign.length > 0) wrong.push(`The package contains unexpected files: ${foreign.join(', ')}.`)

if (!files.includes('THIRD-PARTY-NOTICES')) wrong.push('The package lacks the file THIRD-PARTY-NOTICES.')

const bytes = files.reduce((sum, file) => sum + statSync(join(home, file)).size, 0)
if (bytes > BYTES_MAX) wrong.push(`The package takes ${bytes} bytes; it may take ${BYTES_MAX}.`)

for (const [name, folder] of packagesIn(modules)) {
  const { scripts = {}, gypfile } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const run = ['preinstall', 'install', 'postinstall'].filter((script) => script in scripts)
  if (run.length > 0 || gypfile) wrong.push(`${name} runs something when it is installed: ${run.join(', ') || 'node-gyp'}.`)
  const native = filesBelow(folder).filter((file) => /\.node$|(?:^|[\\/])binding\.gyp$/.test(file))
  if (native.length > 0) wrong.push(`${name} holds native code: ${native.join(', ')}.`)
}

const others = packagesIn(modules).filter(([name]) => !PACKAGES.includes(name))
if (others.length > 0)
  wrong.push(`The package installs others than ${PACKAGES.join(' and ')}: ${others.map(([name]) => name).join(', ')}.`)

const { main = '', exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
const named = [main, ...targetsOf(exports)].filter(Boolean).map((file) => file.replace('./', ''))
const missing = named.filter((file) => !files.includes(join(file)))
if (missing.length > 0) wrong.push(`The package names files that it does not hold: ${missing.join(', ')}.`)

for (const problem of wrong) console.error(problem)
console.log(`contents: ${files.length} files, ${bytes} bytes of ${BYTES_MAX}, ${packagesIn(modules).length} packages`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** All installed packages by name. @param {string} folder @returns {(readonly [name: string, folder: string])[]} */
function packagesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    if (entry.name.startsWith('@')) return packagesIn(path)
    return [/** @type {const} */ ([path.slice(modules.length + 1), path])]
  })
}

/** Every file referenced by `exports`. @param {unknown} target @returns {string[]} */
function targetsOf(target) {
  if (typeof target === 'string') return [target]
  return typeof target === 'object' && target !== null ? Object.values(target).flatMap(targetsOf) : []
}
