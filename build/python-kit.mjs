// Generates the parts of kits/python that are not written by hand: the types and the calls of the control API, and the synchronous client from
// the asynchronous one. With --wheel FOLDER, builds the wheel from them and from dist/ into the folder.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clientNames } from './client-names.mjs'
import { pythonCallsOf } from './python-calls.mjs'
import { pythonTypesOf } from './python-types.mjs'
import { controlContract, publicContract, serviceContract } from './spec.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const KIT = join(ROOT, 'kits/python')
const SOURCE = join(KIT, 'src/maildouble')

/** The packages that are not bundled and that scenarios need. */
const PACKAGES = ['@faker-js/faker', 'yaml']

/** What makes synchronous code of asynchronous code, in this order. @type {readonly (readonly [RegExp, string])[]} */
const SYNCHRONOUS = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\b_aio\b/g, '_sync'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basync_(?=\w)/g, ''],
  [/\b__a(enter|exit|iter|next)__\b/g, '__$1__'],
  [/\baclose\b/g, 'close'],
]

const { values } = parseArgs({ options: { wheel: { type: 'string' } } })
const [service, control, pages] = await Promise.all([serviceContract(), controlContract(), publicContract()])
writeFileSync(join(SOURCE, 'types.py'), pythonTypesOf(control, clientNames(service, pages)))
writeFileSync(join(SOURCE, '_aio/calls.py'), pythonCallsOf(control))
rmSync(join(SOURCE, '_sync'), { recursive: true, force: true })
mkdirSync(join(SOURCE, '_sync'))
for (const file of readdirSync(join(SOURCE, '_aio')).filter((name) => name.endsWith('.py')))
  writeFileSync(join(SOURCE, '_sync', file), synchronous(readFileSync(join(SOURCE, '_aio', file), 'utf8')))
if (values.wheel !== undefined) {
  assembleServer(join(KIT, 'build/server'))
  const wheel = ['wheel', '--quiet', '--no-deps', '--wheel-dir', resolve(values.wheel), KIT]
  execFileSync(process.env['PYTHON'] ?? 'python3', ['-m', 'pip', ...wheel], { stdio: 'inherit' })
}

/** Puts the server and the packages that its scenarios need into a folder. @param {string} folder */
function assembleServer(folder) {
  if (!existsSync(join(ROOT, 'dist/cli.js')))
    throw new Error('There is no dist/ to put into the wheel: run `npm run bundle` first.')
  rmSync(folder, { recursive: true, force: true })
  const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => path !== join(ROOT, 'dist/types') })
  writeFileSync(join(folder, 'dist/form'), 'Python package\n')
  for (const each of PACKAGES) {
    const isNeeded = (/** @type {string} */ path) =>
      statSync(path).isDirectory() ? !path.endsWith('/browser') : /\.js$|package\.json$|LICENSE/.test(path)
    cpSync(join(ROOT, 'node_modules', each), join(folder, 'node_modules', each), { recursive: true, filter: isNeeded })
  }
  for (const each of ['LICENSE', 'THIRD-PARTY-NOTICES']) cpSync(join(ROOT, each), join(folder, each))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type }))
}

/** @param {string} text */
function synchronous(text) {
  return SYNCHRONOUS.reduce((code, [pattern, replacement]) => code.replaceAll(pattern, replacement), text)
}
