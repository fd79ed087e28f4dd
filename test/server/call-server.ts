import type { RunningServer } from '../../src/index.ts'
import type { Body } from '../mock.ts'

/** Calls a server over its socket with the key of its world `default`. */
export async function callServer(
  { url, apiKey }: Pick<RunningServer, 'url' | 'apiKey'>,
  line: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Body }> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
