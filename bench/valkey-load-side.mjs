// One side of bench/valkey-load.mjs: queries versions, or writes changes of the size of one new member.
const [, , bundle = '', url = '', what, side, seconds] = process.argv
const { openValkeyStore } = await import(bundle)
const WORLDS = 64
/** About what creating a member writes: the state of the world, the row, and counts. */
const TEXTS = Object.entries({ state: 400, 'row lists ["aaaaaaaaaa"]': 900, 'row list_stats ["aaaaaaaaaa"]': 600 })

const store = await openValkeyStore(url)
const until = performance.now() + Number(seconds) * 1_000
let done = 0
const began = performance.now()
await Promise.all(Array.from({ length: WORLDS }, (_, world) => go(`side-${side}-${world}`)))
console.log(JSON.stringify({ rate: (done * 1_000) / (performance.now() - began) }))
await store.close()

/** @param {string} id */
async function go(id) {
  let from = await write(id, undefined, 0)
  for (let number = 1; performance.now() < until; number++) {
    if (what === 'ask') await store.version(id)
    else from = await write(id, from, number)
    done++
  }
}

/** @param {string} id @param {string | undefined} from @param {number} number */
function write(id, from, number) {
  const records = new Map(TEXTS.map(([name, size]) => [name, JSON.stringify('x'.repeat(size))]))
  records.set(`row members ["aaaaaaaaaa","${number}"]`, JSON.stringify('x'.repeat(900)))
  return store.write({ id, from, isWhole: from === undefined, records, names: { added: [], removed: [] }, due: undefined })
}
