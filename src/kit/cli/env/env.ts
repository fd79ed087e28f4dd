import { connectionLines } from '../../client/connection-code.ts'
import { connectOrThrow } from '../target.ts'
import type { EnvOptions } from './options.ts'

export type Variables = { readonly [name: string]: string }

/** Formats variables so that a shell or file parser reads each value unchanged. Throws if that is impossible. */
export function formatVariables(variables: Variables, format: EnvOptions['format']): string {
  if (format === 'json') return JSON.stringify(variables, undefined, 2)
  const lines = Object.entries(variables).map(([name, value]) => {
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    if (/[\u0000-\u001f\u007f]/.test(value)) {
      throw new Error(`${name} contains a line break or another character that ${format} cannot express. Use --format json.`)
    }
    return LINES[format](name, value)
  })
  return lines.join('\n')
}

const LINES: { readonly [Format in Exclude<EnvOptions['format'], 'json'>]: (name: string, value: string) => string } = {
  sh: (name, value) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'`,
  fish: (name, value) => `set -gx ${name} '${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
  // Typographic quotes end a string too.
  powershell: (name, value) => `$env:${name} = '${value.replaceAll(/['\u2018\u2019\u201A\u201B]/g, '$&$&')}'`,
  cmd: cmdLine,
  dotenv: (name, value) => `${name}=${dotenvValue(name, value)}`,
  github: (name, value) => `${name}=${value}`,
}

/** A line of a batch file. Inside quotes only `%` is special, unless the value contains quotes. */
function cmdLine(name: string, value: string): string {
  if (!value.includes('"')) return `set "${name}=${value.replaceAll('%', '%%')}"`
  return `set ${name}=${value.replaceAll(/["&|<>^()!]/g, '^$&').replaceAll('%', '%%')}`
}

/** Parsers of dotenv files differ in quotes and special characters, so as few as possible are used. */
function dotenvValue(name: string, value: string): string {
  if (/^[\w:/.,@%+~?&=-]*$/.test(value)) return value
  if (!value.includes("'")) return `'${value}'`
  if (!/["$`\\]/.test(value)) return `"${value}"`
  throw new Error(`${name} contains characters that parsers of dotenv files disagree on. Use another --format.`)
}

/** Prints the variables or the code that connects an application to a world of a running server. */
export async function env(options: EnvOptions): Promise<void> {
  const { worlds } = await connectOrThrow(options)
  const world = await worlds.get(options.world)
  console.log(options.for === undefined ? formatVariables(world.variables, options.format) : connectionLines(options.for, world))
}
