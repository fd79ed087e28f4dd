import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { MemoryStore } from '../memory-store.ts'
import { decodeId } from '../../../src/server/persistence/valkey/keys.ts'
import type { Records } from '../../../src/server/persistence/store.ts'

/** What `record.mjs` has recorded of a build. */
export interface Recording {
  readonly name: string
  /** Files by path: JSON as text, others in base64. */
  readonly folder: Readonly<Record<string, string>>
  /** The commands that restore a store. */
  readonly store: readonly (readonly string[])[]
}

/** The recordings of all released formats. */
export const recordings: readonly Recording[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json.br'))
  .map((file) => {
    const content: Omit<Recording, 'name'> = JSON.parse(
      String(brotliDecompressSync(readFileSync(join(import.meta.dirname, file)))),
    )
    return { name: file.slice(0, -'.json.br'.length), ...content }
  })

/** Writes the recorded folder. */
export function restoreFolder({ folder }: Recording, target: string): void {
  for (const [path, text] of Object.entries(folder)) {
    if (path === 'lock.json') continue
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), path.endsWith('.json') ? text : Buffer.from(text, 'base64'))
  }
}

/** The recorded store, in memory. */
export async function restoreMemory(recording: Recording): Promise<MemoryStore> {
  const store = new MemoryStore()
  const { store: commands } = recording
  const valueOf = (command: string, key: string): readonly string[] =>
    commands.find(([name, each]) => name === command && each === key)?.slice(2) ?? []
  for (const [id, records] of worldsInStore(recording)) {
    const key = `maildouble:world:${id}`
    const fields = pairsOf(valueOf('HSET', key))
    const digest = fields.get('base')
    const packed = Buffer.from(valueOf('SET', `maildouble:base:${String(digest)}`)[0] ?? '', 'base64')
    await store.write({
      id,
      from: undefined,
      isWhole: true,
      base: digest === undefined ? undefined : { digest, pack: async () => packed },
      records: new Map([...records].map(([name, value]) => [name, JSON.stringify(value)])),
      names: { added: valueOf('SADD', `${key}:names`), removed: [] },
      due: undefined,
    })
  }
  return store
}

/** The records of the worlds in the recorded folder, by id. */
export function worldsInFolder({ folder }: Recording): Map<string, Records> {
  const files = Object.entries(folder).filter(([path]) => path.startsWith('worlds/'))
  return new Map(
    files.map(([path, text]) => {
      const { records }: { records: Record<string, unknown> } = JSON.parse(text)
      return [path.slice('worlds/'.length, -'.json'.length), new Map(Object.entries(records))]
    }),
  )
}

/** The records of the worlds in the recorded store, by id. */
export function worldsInStore({ store }: Recording): Map<string, Records> {
  return new Map(
    store.flatMap(([command, key = '', ...rest]) => {
      const code = /^maildouble:world:([^:]+):records$/.exec(key)?.[1]
      if (command !== 'HSET' || code === undefined) return []
      return [[decodeId(code), new Map([...pairsOf(rest)].map(([name, text]) => [name, JSON.parse(text)]))] as const]
    }),
  )
}

function pairsOf(list: readonly string[]): Map<string, string> {
  const pairs = new Map<string, string>()
  for (let at = 0; at < list.length; at += 2) pairs.set(list[at] ?? '', list[at + 1] ?? '')
  return pairs
}
