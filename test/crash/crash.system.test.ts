import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startValkey, withoutValkey, type ValkeyServer } from '../servers/valkey.ts'
import { CRASH_TIMEOUT_MS, killing } from './killing.ts'

// The tests run concurrently, since they mostly wait for processes to start.
describe.concurrent('a killed server loses no acknowledged change', { timeout: CRASH_TIMEOUT_MS }, () => {
  let folder: string
  let valkey: ValkeyServer | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'maildouble-crash-'))
    if (!withoutValkey) valkey = await startValkey()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await valkey?.stop()
  })

  test('a killed server with --data loses no acknowledged change', async ({ expect }) => {
    const { wrong, kills } = await killing('lowdb', ['--data', folder])
    expect(wrong).toEqual([])
    expect(kills).toBeGreaterThan(0)
  })

  test.skipIf(withoutValkey)('a killed server with --store loses no acknowledged change', async ({ expect }) => {
    const { wrong, kills } = await killing('Valkey', ['--store', valkey?.url ?? ''])
    expect(wrong).toEqual([])
    expect(kills).toBeGreaterThan(0)
  })
})
