/** A process that opens and closes a folder on commands from standard input and prints the results. */
import { createInterface } from 'node:readline'
import { StoreError, type Store } from '../../src/server/persistence/store.ts'
import { openLowdbStore } from '../../src/server/persistence/lowdb/lowdb-store.ts'

const [folder = ''] = process.argv.slice(2)
let store: Store | undefined

async function runCommand(command: string): Promise<string> {
  if (command === 'open') {
    store = await openLowdbStore(folder, { recover: false, log: (text) => console.log(`logged ${text}`) })
    return 'open'
  }
  if (command === 'close') {
    await store?.close()
    return 'closed'
  }
  const [id = '', bytes = ''] = command.split(' ')
  const records = new Map([['text', JSON.stringify('x'.repeat(Number(bytes)))]])
  const from = await store?.version(id)
  const version = await store?.write({ id, from, isWhole: true, records, names: { added: [], removed: [] }, due: undefined })
  return `wrote ${version}`
}

createInterface({ input: process.stdin }).on('line', (command) => {
  void runCommand(command).then(
    (text) => console.log(text),
    (error: unknown) => console.log(error instanceof StoreError ? `refused ${error.message}` : String(error)),
  )
})
console.log('ready')
