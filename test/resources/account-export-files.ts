import { unzipSync, strFromU8 } from 'fflate'
import type { mock } from '../mock.ts'

type Double = Pick<ReturnType<typeof mock>, 'call' | 'pass' | 'app'>

/** Creates an export of the given stages and unpacks it into files by path. */
export async function makeExport(double: Double, include_stages: readonly string[], since_timestamp?: string) {
  const { body: begun } = await double.call('POST /3.0/account-exports', {
    include_stages,
    ...(since_timestamp === undefined ? {} : { since_timestamp }),
  })
  await double.pass('PT2S')
  return fetchExport(double, begun.export_id)
}

/** Downloads the file of an export and unpacks it. */
export async function fetchExport({ call, app }: Pick<Double, 'call' | 'app'>, export_id: number) {
  const { body } = await call(`GET /3.0/account-exports/${export_id}`)
  const response = await app.request(body.download_url)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]))
  return { body, response, bytes, files }
}

/** Parses a CSV file without quoted line breaks into one object per line, keyed by column. */
export function parseCsv(csv = ''): Record<string, string>[] {
  const [names = [], ...lines] = csv
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
  return lines.map((handles) => Object.fromEntries(names.map((name, at) => [name, handles[at] ?? ''])))
}
