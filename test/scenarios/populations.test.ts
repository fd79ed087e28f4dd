import { expect, test } from 'vitest'
import { members } from '../../src/service/model/members/member.ts'
import { makeList } from '../../src/service/rules/lists/make.ts'
import { runningCounts } from '../../src/service/model/lists/list.ts'
import { generateMembers } from '../../src/service/scenarios/generate/members.ts'
import { standardPools } from '../../src/service/scenarios/generate/people.ts'
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

test('the members of a large population are generated with pauses, in which other calls are served', async () => {
  const pools = await standardPools()
  await mock().plant((tx) => {
    const list = makeList(tx, { name: 'News', permission_reminder: 'x' })
    const work = generateMembers(tx, list, { count: 1_000 }, pools)
    let pauses = 0
    let next = work.next()
    for (; !next.done; next = work.next()) pauses++
    expect([pauses, next.value.length]).toEqual([3, 1_000])
    expect(runningCounts(tx, list).subscribed).toBe(1_000)
  })
})
