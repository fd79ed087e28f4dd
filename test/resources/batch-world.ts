import { unpackTar } from 'modern-tar'
import { batchWebhooks } from '../../src/service/model/batch-webhooks/batch-webhook.ts'
import type { Tx } from '../../src/kernel/world/tx.ts'
import type { Body, mock } from '../mock.ts'
import { withList } from './member-world.ts'

/** The result of an operation, with its response parsed. */
export interface Result {
  readonly status_code: number
  readonly operation_id: string | null
  readonly response: Body
}

/** A world with one list, and shorthands for tests about batches. */
export async function withBatches(plan: Parameters<typeof mock>[0] = {}) {
  const world = await withList({}, plan)
  const { call, app, pass } = world
  const submitBatch = (...operations: readonly object[]) => call('POST /3.0/batches', { operations })
  const getBatch = async (id: string): Promise<Body> => (await call(`GET /3.0/batches/${id}`)).body

  /** Creates a batch of the operations, runs it, and reads the archive. */
  async function run(...operations: readonly object[]): Promise<{ readonly batch: Body; readonly results: readonly Result[] }> {
    const { body } = await submitBatch(...operations)
    await pass('PT10S')
    const batch = await getBatch(body.id)
    return { batch, results: await resultsIn(await app.request(batch.response_body_url)) }
  }
  return { ...world, submitBatch, getBatch, run }
}

/** The entries of an archive, in order. */
export async function entriesIn(archive: Response) {
  if (!archive.body) throw new Error('The archive has no body.')
  return unpackTar(archive.body.pipeThrough(new DecompressionStream('gzip')))
}

/** The results in an archive, in order. */
export async function resultsIn(archive: Response): Promise<Result[]> {
  const files = (await entriesIn(archive)).filter(({ header }) => header.type === 'file')
  return files.map(({ data }) => {
    const [result] = JSON.parse(new TextDecoder().decode(data))
    return { ...result, response: result.response === '' ? '' : JSON.parse(result.response) }
  })
}

/** An operation that creates a member. */
export const addition = (name: string, list = 'a1b2c3d4e5') => ({
  method: 'POST',
  path: `/lists/${list}/members`,
  body: JSON.stringify({ email_address: `${name}@acme.test`, status: 'subscribed' }),
  operation_id: name,
})

/** An operation that always succeeds. */
export const PING = { method: 'GET', path: '/ping' }

/** A webhook that receives announcements of finished batches. */
export function plantBatchWebhook(tx: Tx): void {
  const row = { id: 'bbbbbbbbbb', url: 'http://127.0.0.1:5000/hook', enabled: true, shows_enabled: false }
  tx.insert(batchWebhooks, { ...row, client_id: '', secret: '', gone: false })
}
