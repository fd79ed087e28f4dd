import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import type { RequestBody, ServiceSchemas } from 'maildouble/client'
import { unpackTar } from 'modern-tar'
import type { EmailApi } from './email-api.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 2 * 3_600_000

export type Customer = { readonly email: string; readonly first_name: string }

/** Reads CSV with the columns email and first_name. */
export function readCustomers(csv: string): Customer[] {
  return parse(csv, { columns: true, skip_empty_lines: true, trim: true, bom: true })
}

/**
 * Subscribes customers who have given their consent elsewhere, in one batch, and reports the result for each. Existing members (`known`)
 * are not changed, whatever their status: an import never resubscribes anyone. So it can be repeated at any time.
 */
export async function importCustomers(api: EmailApi, listId: string, customers: readonly Customer[]) {
  const path = `/lists/${listId}/members` as const
  const operations = customers.map(({ email: email_address, first_name: FNAME }, row) => {
    const member: RequestBody<'POST', typeof path> = { email_address, status: 'subscribed', merge_fields: { FNAME } }
    // The id links a result to its customer.
    return { method: 'POST', path, operation_id: String(row), body: JSON.stringify(member) }
  })
  const { id } = await api.call('POST', '/batches', { body: { operations } })
  const results = await resultsAt(await finished(api, id))
  const refused = results.filter(({ status_code }) => status_code !== 200)
  const failed = refused.flatMap(({ operation_id, response }) => {
    const { title, detail }: ServiceSchemas['ProblemDocument'] = JSON.parse(response)
    return title === 'Member Exists' ? [] : [{ email: customers[Number(operation_id)]?.email, why: detail }]
  })
  return { added: results.length - refused.length, known: refused.length - failed.length, failed }
}

/** Polls less and less often until the batch has finished. Returns the URL of its results. */
async function finished({ call, pause }: EmailApi, id: string) {
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
