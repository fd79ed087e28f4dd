// npm run executable: makes maildouble one file that needs no Node, release/maildouble-<platform>. Takes --platform, by default this
// machine's, and --out. The program is Node's own, with the built package inside (Node's single executable application). `npm run bundle`
// has to run first. Executables for macOS can only be made there, since they have to be signed, and with the version of Node that goes into them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

/** The version of the Node inside, of the newest line of long-term support that the tests run with. */
const NODE = '24.21.0'
const PLATFORMS = ['linux-x64', 'linux-arm64', 'win-x64', 'darwin-x64', 'darwin-arm64']
const ROOT = resolve(import.meta.dirname, '../..')
/** The name under which Node looks for the contents, and the place in its program that says that there are some. */
const RESOURCE = 'NODE_SEA_BLOB'
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const DIGEST = 16

/** The packages that projects install themselves, and an executable needs: for `--store`. They have no dependencies. */
const ADDED = ['@redis/client']

const own = `${process.platform.replace('win32', 'win')}-${process.arch}`
const { values } = parseArgs({ options: { platform: { type: 'string', default: own }, out: { type: 'string' } } })
const { platform } = values
if (!PLATFORMS.includes(platform)) throw new Error(`--platform ${platform} is unknown. Use ${PLATFORMS.join(' or ')}.`)
const isForMac = platform.startsWith('darwin')
if (isForMac && (platform !== own || process.versions.node !== NODE))
  throw new Error(`An executable for ${platform} is made on such a machine, with Node ${NODE}.`)
if (!existsSync(join(ROOT, 'dist/cli.js'))) throw new Error('There is no dist/cli.js. Run `npm run bundle` first.')
const out = resolve(values.out ?? join(ROOT, `release/maildouble-${platform}${platform.startsWith('win') ? '.exe' : ''}`))
const work = join(ROOT, `.cache/executable/${platform}`)
rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
mkdirSync(dirname(out), { recursive: true })

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const files = packed([...packageFiles(), ...dependencyFiles()])
const digest = createHash('sha256').update(files).digest('hex').slice(0, DIGEST)
writeFileSync(join(work, 'files'), files)
writeFileSync(join(work, 'about'), JSON.stringify({ version, digest }))
writeFileSync(
  join(work, 'sea.json'),
  JSON.stringify({
    main: join(import.meta.dirname, 'main.cjs'),
    output: join(work, 'blob'),
    // Without them, a blob made on one platform works on the other.
    useSnapshot: false,
    useCodeCache: false,
    disableExperimentalSEAWarning: true,
    assets: { files: join(work, 'files'), about: join(work, 'about') },
  }),
)
// The blob belongs to one version of Node, which therefore makes it.
execFileSync(nodeFor(own), ['--experimental-sea-config', join(work, 'sea.json')], { stdio: ['ignore', 'ignore', 'inherit'] })
copyFileSync(nodeFor(platform), out)
chmodSync(out, 0o755)
// A signature would no longer fit.
if (isForMac) execFileSync('codesign', ['--remove-signature', out])
const injector = join(ROOT, 'node_modules/postject/dist/cli.js')
// Its warnings about debug sections of Node are shown only if it fails.
const segment = isForMac ? ['--macho-segment-name', 'NODE_SEA'] : []
execFileSync(process.execPath, [injector, out, RESOURCE, join(work, 'blob'), '--sentinel-fuse', FUSE, ...segment], {
  stdio: 'pipe',
})
// Without one by a certificate, but macOS runs nothing unsigned.
if (isForMac) execFileSync('codesign', ['--sign', '-', out])
console.log(`${relative(process.cwd(), out)}: ${(statSync(out).size / 1e6).toFixed(0)} MB, maildouble ${version}, Node ${NODE}`)

/** The program of Node for a platform: from its package on npm, or on macOS, where npm has none, the one that runs this script.
 * @param {string} name @returns {string} */
function nodeFor(name) {
  if (name.startsWith('darwin')) return process.execPath
  const folder = join(ROOT, `.cache/nodes/${NODE}-${name}`)
  // The package for Windows has no license.
  const files = name.startsWith('win') ? ['package/bin/node.exe'] : ['package/bin/node', 'package/LICENSE']
  const program = join(folder, files[0] ?? '')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  // `npm pack`, since `npm install` refuses packages for other platforms. It checks the digest of the registry.
  const tarball = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `node-${name}@${NODE}`], {
    encoding: 'utf8',
  })
  execFileSync('tar', ['-xzf', join(folder, tarball.trim()), '-C', folder, ...files])
  rmSync(join(folder, tarball.trim()))
  return program
}

/** @typedef {{ readonly path: string, readonly data: Buffer }} File */

/** The files of the package, what says its form, and the script that starts it. @returns {File[]} */
function packageFiles() {
  const dist = filesBelow(join(ROOT, 'dist'))
    .filter((path) => !path.startsWith('types/'))
    .map((path) => ({ path: `dist/${path}`, data: readFileSync(join(ROOT, 'dist', path)) }))
  const others = ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES'].map((path) => ({
    path,
    data: readFileSync(join(ROOT, path)),
  }))
  return [
    ...dist,
    ...others,
    { path: 'LICENSE-node', data: readFileSync(join(dirname(nodeFor(own)), '../LICENSE')) },
    { path: 'dist/form', data: Buffer.from(`executable for ${platform}\n`) },
    // Only a module on the disk can import other modules.
    { path: 'start.cjs', data: Buffer.from("import('./dist/cli.js')\n") },
  ]
}

/** The files of the packages that the package needs, without declarations and source maps. @returns {File[]} */
function dependencyFiles() {
  const folders = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('/node_modules/'))
  return [...folders, ...ADDED.map((name) => join(ROOT, 'node_modules', name))].flatMap((folder) =>
    filesBelow(folder)
      .filter((path) => !/\.(?:[cm]?ts|map)$|(?<!licen[cs]e)\.md$|(?:^|\/)node_modules\//i.test(path))
      .map((path) => ({ path: `${relative(ROOT, folder)}/${path}`, data: readFileSync(join(folder, path)) })),
  )
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}

/** One file of all: the length of the list, the list, and the contents in its order. @param {readonly File[]} all @returns {Buffer} */
function packed(all) {
  const list = Buffer.from(JSON.stringify(all.map(({ path, data }) => ({ path, size: data.length }))))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(list.length)
  return gzipSync(Buffer.concat([length, list, ...all.map(({ data }) => data)]), { level: 9 })
}
