import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import type { Api } from './api.ts'
import type { Problem } from './errors.ts'
import { memberPath, type Outcome, subscribe } from './members.ts'

export interface Person {
  readonly email: string
  readonly name: string
}

export interface ImportResult {
  /** The batch is not finished: call again later. */
  readonly running: boolean
  readonly failed: readonly { readonly email: string; readonly why: string }[]
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PATIENCE_MS = 3_600_000

/** Subscribes a few people who have signed up elsewhere. For more than a hundred, use `importNightly`. */
export async function subscribeAll(api: Api, listId: string, people: readonly Person[]): Promise<Outcome[]> {
  return Promise.all(people.map(({ email, name }) => subscribe(api, listId, email, { merge_fields: { FNAME: name } })))
}

/**
 * Imports many people in a batch. `batches` has the batch of each import that was begun, and belongs into a database: a batch may take hours,
 * and an import that is called again continues with its batch instead of beginning another.
 */
export async function importNightly(
  api: Api,
  listId: string,
  people: readonly Person[],
  { name, batches }: { name: string; batches: Map<string, string> },
): Promise<ImportResult> {
  const id = batches.get(name) ?? (await begin(api, listId, people))
  batches.set(name, id)
  for (let ms = FIRST_PAUSE_MS, waited = 0; waited < PATIENCE_MS; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    await api.pause(ms)
    waited += ms
    const batch = await api.call<{ status: string; errored_operations: number }>('GET', `/batches/${id}`)
    if (batch.status === 'finished') {
      // Finished does not mean successful.
      const failed = batch.errored_operations > 0 ? failuresIn(await resultsOf(api, id)) : []
      return { running: false, failed }
    }
  }
  return { running: true, failed: [] }
}

async function begin(api: Api, listId: string, people: readonly Person[]): Promise<string> {
  const operations = people.map(({ email, name }) => ({
    method: 'PUT',
    path: memberPath(listId, email),
    // Links the result to the person: results come in any order.
    operation_id: email,
    body: JSON.stringify({ email_address: email, status_if_new: 'subscribed', merge_fields: { FNAME: name } }),
  }))
  return (await api.call<{ id: string }>('POST', '/batches', { body: { operations } })).id
}

interface Result {
  readonly operation_id: string
  readonly status_code: number
  readonly response: string
}

/** The results of a finished batch: a gzipped tar of JSON files. Its URL is good for ten minutes, so each reading asks for a new one. */
export async function resultsOf({ call }: Api, batchId: string): Promise<Result[]> {
  const { response_body_url: url } = await call<{ response_body_url: string }>('GET', `/batches/${batchId}`)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The results of batch ${batchId} cannot be read: ${answer.status}.`)
  const files = (await unpackTar(gunzipSync(await answer.arrayBuffer()))).filter(({ header }) => header.type === 'file')
  return files.flatMap(({ data }) => JSON.parse(new TextDecoder().decode(data)) as Result[])
}

function failuresIn(results: readonly Result[]) {
  return results
    .filter(({ status_code }) => status_code >= 300)
    .map(({ operation_id, response }) => {
      const { title, detail } = JSON.parse(response) as Problem
      return { email: operation_id, why: `${title}: ${detail}` }
    })
}
