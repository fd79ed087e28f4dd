import type { mock } from '../../mock.ts'

/** One line of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Reads the metrics of a double. */
export async function scrape(
  { app, ready }: Pick<ReturnType<typeof mock>, 'app'> & { readonly ready?: Promise<unknown> },
  accept?: string,
) {
  await ready
  const answer = await app.request('http://maildouble.test/_control/metrics', { headers: accept === undefined ? {} : { accept } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(text)
  const samples = samplesIn(text)
  return {
    text,
    type: answer.headers.get('content-type'),
    samples,
    /** The value of the sample with exactly these labels; `undefined` if there is none. */
    valueOf: ({ name, labels = {} }: Pick<Sample, 'name'> & Partial<Sample>) =>
      samples.find((each) => each.name === name && sameLabels(each.labels, labels))?.value,
  }
}

/** The samples of a text in the format of Prometheus. */
export function samplesIn(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', content = '']) => [label, content])),
    value: Number(value),
  }))
}

function sameLabels(some: Sample['labels'], others: Sample['labels']): boolean {
  return (
    Object.keys(some).length === Object.keys(others).length &&
    Object.entries(some).every(([name, value]) => others[name] === value)
  )
}
