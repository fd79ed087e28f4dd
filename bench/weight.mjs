// The memory of a changed row in a process, and of a world in Valkey.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSide } from './bundle.mjs'
import { makeWorlds } from './load.mjs'
import { startDouble } from './server.mjs'
import { startValkey, withoutValkey } from './store-servers.mjs'

const ROWS = Number(process.env['BENCH_WEIGHED_ROWS'] ?? 50_000)
const WORLDS = 200

/** @typedef {{ resident: number, objects: number }} Weight bytes a row */

/** A separate process for each driver, with the folder or URL of its worlds. */
export async function rowWeights() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
  const [memory, lowdb] = [weigh({}), weigh({ data: folder })]
  rmSync(folder, { recursive: true, force: true })
  if (withoutValkey) return { memory, lowdb }
  const valkey = await startValkey('always')
  const kept = weigh({ store: valkey.url })
  await valkey.stop()
  return { memory, lowdb, valkey: kept }
}

/** @param {{ data?: string, store?: string }} keep @returns {Weight} */
function weigh(keep) {
  return runSide('weight-side.mjs', JSON.stringify(keep), String(ROWS))
}

/** Bytes of an unchanged `starter` world in Valkey. */
export async function worldInValkey() {
  const valkey = await startValkey('always')
  const double = await startDouble(['--store', valkey.url])
  const used = async () => Number(/used_memory:(\d+)/.exec(String(await valkey.ask('INFO', 'memory')))?.[1])
  await makeWorlds(double.url, 1, { name: 'first' })
  const before = await used()
  await makeWorlds(double.url, WORLDS)
  const after = await used()
  await double.stop()
  await valkey.stop()
  return (after - before) / WORLDS
}
