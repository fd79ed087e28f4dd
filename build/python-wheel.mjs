// Builds the wheel of kits/python from its sources and from dist/: node build/python-wheel.mjs FOLDER
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import './kit-sources.mjs'

const ROOT = resolve(import.meta.dirname, '..')
const KIT = join(ROOT, 'kits/python')

/** The package that is not bundled and that scenarios need. */
const PACKAGE = 'yaml'

const [, , out = join(KIT, 'dist')] = process.argv
assembleServer(join(KIT, 'build/server'))
execFileSync(
  process.env['PYTHON'] ?? 'python3',
  ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', resolve(out), KIT],
  { stdio: 'inherit' },
)

/** Puts the server and the package that its scenarios need into a folder. @param {string} folder */
function assembleServer(folder) {
  if (!existsSync(join(ROOT, 'dist/cli.js')))
    throw new Error('There is no dist/ to put into the wheel: run `npm run bundle` first.')
  rmSync(folder, { recursive: true, force: true })
  const { name, version, type } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => path !== join(ROOT, 'dist/types') })
  writeFileSync(join(folder, 'dist/form'), 'Python package\n')
  const isNeeded = (/** @type {string} */ path) =>
    statSync(path).isDirectory() ? !path.endsWith('/browser') : /\.js$|package\.json$|LICENSE/.test(path)
  cpSync(join(ROOT, 'node_modules', PACKAGE), join(folder, 'node_modules', PACKAGE), { recursive: true, filter: isNeeded })
  for (const each of ['LICENSE', 'THIRD-PARTY-NOTICES']) cpSync(join(ROOT, each), join(folder, each))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, type }))
}
