import { resultsOf } from './batch-results.js'

/** @typedef {{ readonly email: string, readonly firstName: string }} Customer */

/**
 * @typedef {object} Report
 * @property {number} added
 * @property {number} known customers already on the list, who were not changed
 * @property {{ email: string, why: string }[]} failed
 */

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const PATIENCE_MS = 2 * 3_600_000

/**
 * Subscribes customers who have given their consent elsewhere, in one batch, and reports the result for each. Existing members are
 * not
 * changed, whatever their status: an import never resubscribes anyone. So it can be repeated at any time.
 *
 * @param {object} parts
 * @param {import('./email-api.js').EmailApi} parts.api
 * @param {string} parts.listId
 * @param {readonly Customer[]} parts.customers
 * @param {import('./email-api.js').Pause} parts.pause how to wait between two polls
 * @returns {Promise<Report>}
 */
export async function importCustomers({ api, listId, customers, pause }) {
  const operations = customers.map(({ email, firstName }, row) => ({
    method: 'POST',
    path: `/lists/${listId}/members`,
    // The id that links a result to its customer.
    operation_id: String(row),
    body: JSON.stringify({ email_address: email, status: 'subscribed', merge_fields: { FNAME: firstName } }),
  }))
  const { id } = await api.call('POST', '/batches', { body: { operations } })
  const batch = await finished(api, id, pause)

  /** @type {Report} */
  const report = { added: 0, known: 0, failed: [] }
  for (const { operationId, status, answer } of await resultsOf(batch.response_body_url)) {
    if (status === 200) report.added += 1
    else if (answer.title === 'Member Exists') report.known += 1
    else report.failed.push({ email: customers[Number(operationId)]?.email ?? '', why: answer.detail })
  }
  return report
}

/**
 * Polls less and less often until the batch has finished. @param {import('./email-api.js').EmailApi} api @param {string} id @param
 * {import('./email-api.js').Pause} pause
 */
async function finished(api, id, pause) {
  let waited = 0
  for (let ms = FIRST_PAUSE_MS; waited < PATIENCE_MS; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    await pause(ms)
    waited += ms
    const batch = await api.call('GET', `/batches/${id}?fields=status,response_body_url`)
    if (batch.status === 'finished') return batch
  }
  throw new Error(`Batch ${id} has not finished in ${PATIENCE_MS / 60_000} minutes.`)
}
