/** Subscribes a person, and retries once if the service is busy. */
export async function subscribe({ apiUrl, apiKey }, list, email) {
  const once = () =>
    fetch(`${apiUrl}/lists/${list}/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ email_address: email, status: 'subscribed' }),
    })
  let response = await once()
  if (response.status === 429) response = await once()
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.title)
  return answer
}
