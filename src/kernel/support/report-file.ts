export type ReportFormat = 'text' | 'html' | 'markdown' | 'json'

const ENDINGS: ReadonlyMap<string, ReportFormat> = new Map([
  ['.html', 'html'],
  ['.htm', 'html'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
  ['.json', 'json'],
  ['.txt', 'text'],
])

/** The format that the extension of a file stands for; `undefined` for an extension of no format. */
export function formatOfExtension(file: string): ReportFormat | undefined {
  return ENDINGS.get(/\.[^./\\]+$/.exec(file)?.[0].toLowerCase() ?? '')
}

/**
 * The format of a report's file by its extension, one of `formats`. `name` and `advice` are for the error: the option that names the file, and what can be done
 * besides.
 *
 * @throws Error if no format has the extension.
 * @example
 * formatOfFile('coverage.md', ['html', 'markdown'], { name: '--out' }) // markdown
 */
export function formatOfFile<Format extends ReportFormat>(
  file: string,
  formats: readonly Format[],
  { name, advice = '' }: { readonly name: string; readonly advice?: string },
): Format {
  const known = formats.find((format) => format === formatOfExtension(file))
  if (known) return known
  const endings = [...ENDINGS].flatMap(([each, format]) => (formats.some((one) => one === format) ? [each] : []))
  throw new Error(`${name} ${file} has no extension of a report: ${endings.join(', ')}. Use one of them${advice}.`)
}
