// Repeats a session that calls every operation, with the client that @hey-api/openapi-ts generates.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createClient } from './service/client/index.ts'
import * as sdk from './service/sdk.gen.ts'

type Options = { client: unknown; path: object; query: object; body?: unknown }
type Step = (Options & { operation: string; status: number }) | { control: string; body?: unknown }

const { API = '', API_KEY = '', CONTROL = '', WORLD = '', SESSION = '' } = process.env
const client = createClient({ baseUrl: API, auth: ({ scheme }) => (scheme === 'bearer' ? API_KEY : undefined) })
const functions = new Map<string, unknown>(Object.entries(sdk))
const steps: Step[] = JSON.parse(readFileSync(SESSION, 'utf8'))

for (const step of steps) {
  if ('control' in step) {
    const headers = { 'content-type': 'application/json' }
    const done = await fetch(`${CONTROL}/worlds/${WORLD}${step.control}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(step.body),
    })
    assert.equal(done.status, 200, step.control)
    continue
  }
  const { operation, path, query, body, status } = step
  const perform = functions.get(operation) as (options: Options) => Promise<{ response?: Response; error?: unknown }>
  const { response, error } = await perform({ client, path, query, ...(body === undefined ? {} : { body }) })
  assert.equal(response?.status, status, `${operation}: ${JSON.stringify(error)}`)
}
