/** Creates a batch that subscribes people and returns its id. */
export async function importMembers({ apiUrl, apiKey, list, emails }) {
  const operations = emails.map((email) => ({
    method: 'POST',
    path: `/lists/${list}/members`,
    operation_id: email,
    body: JSON.stringify({ email_address: email, status: 'subscribed' }),
  }))
  const response = await fetch(`${apiUrl}/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ operations }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.title)
  return answer.id
}

/** The progress of a batch: its status, and the number of operations that have failed so far. */
export async function progressOf({ apiUrl, apiKey }, id) {
  const fields = 'fields=status,total_operations,errored_operations'
  const response = await fetch(`${apiUrl}/batches/${id}?${fields}`, { headers: { authorization: `Bearer ${apiKey}` } })
  return response.json()
}
