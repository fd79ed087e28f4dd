import type { mock } from '../mock.ts'

/** A page as a browser receives it. */
export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text of the first heading. */
  readonly heading: string
}

/** Opens pages of a double as a browser would. */
export function browserOf({ app, ready, defects }: Pick<ReturnType<typeof mock>, 'app' | 'ready' | 'defects'>) {
  const open = async (url: string, init: RequestInit = {}): Promise<Page> => {
    await ready
    const response = await app.request(url.startsWith('http') ? url : `http://maildouble.test${url}`, init)
    const text = await response.text()
    if (response.headers.has('x-maildouble-defect')) throw new Error(defects.at(-1) ?? text)
    const heading = /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
    return { status: response.status, headers: response.headers, text, heading }
  }
  const send = (url: string, fields: Readonly<Record<string, string>>) =>
    open(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { open, send }
}
