import { describe, expect, test } from 'vitest'
import { lists } from '../../src/service/model/lists/list.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import { addition, PING, resultsIn, withBatches } from './batch-world.ts'

const BROKEN = { method: 'GET', path: '/lists/a1b2c3d4e5', operation_id: 'broken' }

/** Corrupts a row as only a bug could, so that rendering it raises a Defect. */
function breakList(tx: Tx): void {
  const list = tx.first(lists.key, { id: 'a1b2c3d4e5' })
  if (list) tx.put(lists, { ...list, name: 7 as unknown as string })
}

describe('createBatch', () => {
  test('a Defect in an operation of a batch is reported, and the batch continues without the operation', async () => {
    const { submitBatch, plant, pass, getBatch, call, app, defects } = await withBatches()
    const ids = [await submitBatch(addition('ada'), BROKEN, addition('bob')), await submitBatch(PING)].map(({ body }) => body.id)
    await plant(breakList)
    expect((await pass('PT10S')).body).toMatchObject({
      title: 'Defect of maildouble',
      status: 500,
      detail: expect.stringContaining('1 of 10 jobs of this advance failed; the first with: The answer of getList breaks'),
    })
    expect(defects[0]).toContain(`DEFECT of maildouble in the world default: The job batches.operate of ${ids[0]} failed.`)
    const batch = await getBatch(ids[0])
    expect(batch).toMatchObject({ status: 'finished', total_operations: 3, finished_operations: 3, errored_operations: 1 })
    expect(await resultsIn(await app.request(batch.response_body_url))).toMatchObject([
      { status_code: 200, operation_id: 'ada' },
      {
        status_code: 500,
        operation_id: 'broken',
        response: { maildouble: { defect: expect.stringContaining('The answer of getList breaks the contract at name') } },
      },
      { status_code: 200, operation_id: 'bob' },
    ])
    expect(await getBatch(ids[1])).toMatchObject({ status: 'finished', errored_operations: 0 })
    expect((await call('GET /_control/clock')).body.now).toBe('2026-01-15T09:00:10.000Z')
    expect((await pass('PT10S')).status).toBe(200)
  })

  test('a batch with a Defect continues on its own in a world with a running clock', async () => {
    const { submitBatch, plant, getBatch, defects } = await withBatches({ clock: { mode: 'scaled', rate: 50 } })
    await plant(breakList)
    const { id } = (await submitBatch(BROKEN, BROKEN, PING)).body
    await expect.poll(() => getBatch(id)).toMatchObject({ status: 'finished', finished_operations: 3, errored_operations: 2 })
    expect(defects).toHaveLength(2)
  })
})
