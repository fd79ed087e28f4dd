// npm run bench:executable: the single executable of this platform. Measures its size, the time until it answers at the first start, when
// it unpacks its files, and at later ones, in turns with the package and the same Node.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { median } from './measure.mjs'
import { measuredOn } from './measured-on.mjs'
import { startScript } from './server.mjs'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 11)
const ROOT = resolve(import.meta.dirname, '..')
const program = join(ROOT, `release/maildouble-${process.platform}-${process.arch}`)

execFileSync('node', [join(ROOT, 'build/executable/build.mjs')], { stdio: 'inherit' })
const caches = mkdtempSync(join(tmpdir(), 'maildouble-bench-'))
try {
  const first = []
  const later = []
  const plain = []
  await packageStart()
  for (let round = 0; round < ROUNDS; round++) {
    const cache = join(caches, String(round))
    first.push(await executableStart(cache))
    // The second start keeps its compiled code for the others.
    await executableStart(cache)
    later.push(await executableStart(cache))
    plain.push(await packageStart())
  }
  console.log(`${measuredOn()}\n`)
  console.log(`size                        ${(statSync(program).size / 1e6).toFixed(0)} MB`)
  console.log(`first start to first answer ${median(first).toFixed(0)} ms`)
  console.log(`later starts                ${median(later).toFixed(0)} ms`)
  console.log(`package with its own Node   ${median(plain).toFixed(0)} ms, Node ${process.version}`)
} finally {
  rmSync(caches, { recursive: true })
}

/** @param {string} cache @returns {Promise<number>} */
function executableStart(cache) {
  return started([], program, { XDG_CACHE_HOME: cache })
}

function packageStart() {
  return started([join(ROOT, 'dist/cli.js')], process.execPath, {})
}

/** Milliseconds until a server answers. @param {readonly string[]} script @param {string} node @param {Record<string, string>} env */
async function started(script, node, env) {
  const args = (/** @type {string} */ port) => [...script, 'serve', '--port', port, '--log', 'silent']
  const { readyMs, stop } = await startScript(args, '/3.0/ping', { node, env })
  await stop()
  return readyMs
}
