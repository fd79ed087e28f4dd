// Packages that the suites are compared with, installed beside the project.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const CACHE = resolve(import.meta.dirname, '../.cache/peers')
/** The latest version of json-server that is released. */
export const JSON_SERVER = '0.17'
const INSTALL_MS_MAX = 180_000

/** Installs a package into the cache unless it is there. @param {string} name @param {string} range */
export function install(name, range) {
  const folder = join(CACHE, name.replace('@', '').replace('/', '-'))
  const home = join(folder, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(home)) {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    execFileSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${range}`], { timeout: INSTALL_MS_MAX, stdio: 'pipe' })
  }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return { folder, home, version: String(version) }
}
