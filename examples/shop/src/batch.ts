import { gunzipSync } from 'node:zlib'
import type { ServiceSchemas } from 'maildouble/client'
import { unpackTar } from 'modern-tar'
import { CallError, type EmailApi } from './email-api.ts'

const OPERATIONS_MAX = 500
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 2 * 3_600_000

/** A call for one record. */
export interface Operation<Item> {
  readonly item: Item
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** Makes many calls in batches and waits until they are done. Returns the records whose calls were refused, each with the error. */
export async function runBatches<Item>(
  api: EmailApi,
  operations: readonly Operation<Item>[],
): Promise<{ readonly item: Item; readonly error: CallError }[]> {
  const refused: { item: Item; error: CallError }[] = []
  for (let from = 0; from < operations.length; from += OPERATIONS_MAX) {
    const part = operations.slice(from, from + OPERATIONS_MAX)
    for (const { operation_id, status_code, response } of await resultsOf(api, part)) {
      const operation = part[Number(operation_id)]
      if (status_code < 300 || !operation) continue
      const { title, detail }: ServiceSchemas['ProblemDocument'] = JSON.parse(response)
      const error = new CallError(`${operation.method} ${operation.path}: ${title}: ${detail}`, { status: status_code, detail })
      refused.push({ item: operation.item, error })
    }
  }
  return refused
}

async function resultsOf(api: EmailApi, operations: readonly Operation<unknown>[]) {
  const { id } = await api.call('POST', '/batches', {
    // The id links a result to its operation: results come in any order.
    operations: operations.map(({ method, path, body }, at) => ({
      method,
      path,
      operation_id: String(at),
      body: JSON.stringify(body),
    })),
  })
  return resultsAt(await finished(api, id))
}

/** Polls less and less often until the batch has finished. Returns the URL of its results. */
async function finished({ call, pause }: EmailApi, id: string): Promise<string> {
  for (let ms = FIRST_PAUSE_MS, waited = 0; waited < PATIENCE_MS; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    await pause(ms)
    waited += ms
    const { status, response_body_url } = await call('GET', `/batches/${id}?fields=status,response_body_url`)
    if (status === 'finished') return response_body_url
  }
  throw new Error(`Batch ${id} has not finished in ${PATIENCE_MS / 60_000} minutes.`)
}

/** Reads the results of a batch: a gzipped tar of JSON files. The URL needs no key and is valid for ten minutes. */
async function resultsAt(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The results of the batch cannot be read: ${answer.status}.`)
  const files = (await unpackTar(gunzipSync(await answer.arrayBuffer()))).filter(({ header }) => header.type === 'file')
  return files.flatMap(({ data }): { operation_id: string; status_code: number; response: string }[] =>
    JSON.parse(new TextDecoder().decode(data)),
  )
}
