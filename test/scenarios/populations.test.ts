import { expect, test } from 'vitest'
import { members } from '../../src/service/resources/members/member.ts'
import { ownScenarios } from '../../src/service/scenarios/read/own-scenarios.ts'
import { peek } from '../../src/kernel/world/tx.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from '../mock.ts'
import { expectWorldToBalance } from '../simulation/all-books.ts'

test('several populations of one list are different people, and all are counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'maildouble-populations-'))
  writeFileSync(
    join(folder, 'two.yaml'),
    `name: two
description: Two populations of one list.
lists: [{ id: aaaaaaaaaa, name: News }]
generate:
  members:
    - { list: aaaaaaaaaa, members: { count: 5 } }
    - { list: aaaaaaaaaa, members: { count: 3, statuses: { unsubscribed: 1 } } }
`,
  )
  const double = mock({ scenario: 'two' }, { scenarios: await ownScenarios(folder) })
  await double.ready
  const rows = peek(double.handle().world, (tx) => tx.range(members.key).all())
  expect(new Set(rows.map(({ email_address }) => email_address)).size).toBe(8)
  expect(new Set(rows.map(({ contact_id }) => contact_id)).size).toBe(8)
  await expectWorldToBalance(double)
  rmSync(folder, { recursive: true })
})
