// The mock servers to compare with: how each is started to return one member, and to accept new ones.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of everything that is installed for comparisons. */
export const CACHE = resolve(import.meta.dirname, '../.cache/peers')
/** The latest version of json-server that is released. */
export const JSON_SERVER = '0.17'
const INSTALL_MS_MAX = 180_000
const PATH = '/3.0/lists/{list_id}/members'
const ONE = `${PATH}/{hash}`
const express = (/** @type {string} */ path) => path.replace(/\{(\w+)\}/g, ':$1')

/** @typedef {Record<string, unknown>} Member */

/**
 * A mock server. `files` are written next to the package; `args` follow its `bin`. Each logs as little as possible. `created` is the
 * status of its answer to a new member, and `stores` whether it stores the member.
 * @typedef {object} Peer
 * @property {string} name
 * @property {number} created
 * @property {boolean} stores
 * @property {string} range the accepted versions
 * @property {string} bin
 * @property {(member: Member) => Record<string, unknown>} files
 * @property {(port: string) => string[]} args
 */

/** @type {readonly Peer[]} */
export const peers = [
  {
    name: 'json-server',
    created: 201,
    stores: true,
    range: JSON_SERVER,
    bin: 'lib/cli/bin.js',
    files: (member) => ({
      'db.json': { members: [member] },
      'routes.json': { [express(ONE)]: '/members/:hash', [express(PATH)]: '/members' },
    }),
    args: (port) => ['db.json', '--routes', 'routes.json', '--host', '127.0.0.1', '--port', port, '--quiet'],
  },
  {
    name: '@stoplight/prism-cli',
    created: 200,
    stores: false,
    range: '5',
    bin: 'dist/index.js',
    files: (member) => ({ 'openapi.json': documentOf(member) }),
    args: (port) => ['mock', 'openapi.json', '--host', '127.0.0.1', '--port', port, '--verboseLevel', 'silent'],
  },
  {
    name: '@mockoon/cli',
    created: 200,
    stores: false,
    range: '9',
    bin: 'bin/run.js',
    files: (member) => ({ 'environment.json': environmentOf(member) }),
    args: (port) =>
      ['start', '--data', 'environment.json', '--hostname', '127.0.0.1', '--port', port].concat([
        '--disable-log-to-file',
        '--disable-admin-api',
        '--max-transaction-logs',
        '1',
      ]),
  },
]

/** Installs a peer into the cache unless it is there, and configures it. @param {Peer} peer @param {Member} member */
export function setUp({ name, range, bin, files }, member) {
  const { folder, home, version } = install(name, range)
  /** Writes the files, to which a server may have added members. */
  const configure = () => {
    for (const [file, content] of Object.entries(files(member))) writeFileSync(join(folder, file), JSON.stringify(content))
  }
  return { folder, home, script: join(home, bin), version, configure }
}

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

/** @param {Member} member */
function documentOf(member) {
  const [list, hash] = ['list_id', 'hash'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const schema = { type: 'object' }
  const responses = { 200: { description: 'The member', content: { 'application/json': { schema, example: member } } } }
  const requestBody = { content: { 'application/json': { schema } } }
  const paths = {
    [ONE]: { get: { parameters: [list, hash], responses } },
    [PATH]: { post: { parameters: [list], requestBody, responses } },
  }
  return { openapi: '3.0.3', info: { title: 'Peer', version: '1' }, paths }
}

/** @param {Member} member */
function environmentOf(member) {
  const uuid = (/** @type {number} */ digit) => `${digit}0000000-0000-4000-8000-000000000000`
  const headers = [{ key: 'content-type', value: 'application/json; charset=utf-8' }]
  const answer = { body: JSON.stringify(member), bodyType: 'INLINE', statusCode: 200, headers, default: true }
  const routes = [
    { uuid: uuid(2), method: 'get', path: ONE },
    { uuid: uuid(3), method: 'post', path: PATH },
  ].map(({ path, ...route }, i) => ({
    ...route,
    type: 'http',
    endpoint: express(path).slice(1),
    responses: [{ uuid: uuid(i + 4), ...answer }],
  }))
  const rootChildren = routes.map((route) => ({ type: 'route', uuid: route.uuid }))
  return { uuid: uuid(1), lastMigration: 33, name: 'peer', rootChildren, routes }
}
