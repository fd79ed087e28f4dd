// One side of bench/weight.mjs: an in-process server creates members, and prints the memory of each as JSON.
import { resolve } from 'node:path'
import { objectsMb, residentMbInside } from './resident.mjs'

const AT_ONCE = 500
const MB = 1024 * 1024
const [, , , keep = '{}', count] = process.argv
/** @type {typeof import('../src/index.ts')} */
const { createDouble } = await import(resolve(import.meta.dirname, '../dist/index.js'))
const double = await createDouble({ scenario: 'starter', clock: { mode: 'frozen', rate: 0 }, ...JSON.parse(keep) })
const headers = { authorization: `Bearer ${double.apiKey}`, 'content-type': 'application/json' }

let made = 0
await make(AT_ONCE)
const before = await measureMemory()
await make(Number(count))
const after = await measureMemory()
await double.stop()
const aRow = (/** @type {'resident' | 'objects'} */ what) => ((after[what] - before[what]) * MB) / Number(count)
console.log(JSON.stringify({ resident: aRow('resident'), objects: aRow('objects') }))

async function measureMemory() {
  // The journal, which is not measured.
  await double.fetch('/_control/requests', { method: 'DELETE' })
  return { resident: await residentMbInside(), objects: objectsMb() }
}

/** @param {number} rows */
async function make(rows) {
  for (let left = rows; left > 0; left -= AT_ONCE) {
    const members = Array.from({ length: AT_ONCE }, () => ({
      email_address: `new${made++}@acme.test`,
      status: 'subscribed',
      merge_fields: { FNAME: 'Ada' },
    }))
    const answer = await double.fetch('/3.0/lists/aaaaaaaaaa', { method: 'POST', headers, body: JSON.stringify({ members }) })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.text()
  }
}
