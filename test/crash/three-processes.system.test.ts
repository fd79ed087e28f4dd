import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TEST_TIMEOUT_MS } from '../deadline.ts'
import { withoutHaproxy } from '../servers/haproxy.ts'
import { withoutValkey } from '../servers/valkey.ts'
import { Dice } from '../simulation/dice.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { crashing } from './killing.ts'

/** Number of kills of one of them, and maximum duration. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 40) / 8
const BOUND_MS = 60_000 * (KILLS / 10)

describe.skipIf(withoutHaproxy || withoutValkey)('three processes behind HAProxy on one Valkey', () => {
  const seed = process.env['CRASH_SEED'] ?? String(process.pid)
  let cluster: Cluster
  beforeAll(async () => void (cluster = await startCluster()))
  afterAll(() => cluster?.stop())

  test(
    'three processes behind HAProxy on one Valkey lose nothing and leave nothing undone when one of them is killed',
    { timeout: BOUND_MS + TEST_TIMEOUT_MS },
    async () => {
      const { wrong, kills } = await crashing('Three processes', cluster.subject(new Dice(seed)), {
        seed,
        kills: KILLS,
        ms: BOUND_MS,
      })
      expect(wrong).toEqual([])
      expect(kills).toBeGreaterThan(1)
    },
  )
})
