import type { EnvOptions } from './env-options.ts'

/** Variables of the environment, by their names. */
export type Variables = { readonly [name: string]: string }

/** Writes variables so that a shell, or a reader of files, takes each value as it is. Throws where one cannot be written. */
export function written(variables: Variables, format: EnvOptions['format']): string {
  if (format === 'json') return JSON.stringify(variables, undefined, 2)
  const lines = Object.entries(variables).map(([name, value]) => {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      throw new Error(`${name} holds a line break or another sign that ${format} cannot write. Take --format json.`)
    }
    return LINES[format](name, value)
  })
  return lines.join('\n')
}

const LINES: { readonly [Format in Exclude<EnvOptions['format'], 'json'>]: (name: string, value: string) => string } = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  // Quotation marks of typography end a text as well.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`,
  cmd: cmdLine,
  dotenv: (name, value) => `${name}=${dotenvValue(name, value)}`,
  github: (name, value) => `${name}=${value}`,
}

/** A line of a batch file. In quotes nothing but `%` means anything, unless there are quotes in the value. */
function cmdLine(name: string, value: string): string {
  if (!value.includes('"')) return `set "${name}=${value.replaceAll('%', '%%')}"`
  return `set ${name}=${value.replaceAll(/["&|<>^()!]/g, '^$&').replaceAll('%', '%%')}`
}

/** Readers of such files differ in what they make of quotes and signs: as little of both as can be. */
function dotenvValue(name: string, value: string): string {
  if (/^[\w:/.,@%+~?&=-]*$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\]/.test(value)) return `"${value}"`
  throw new Error(`${name} holds signs that readers of dotenv files do not agree on. Take another --format.`)
}
