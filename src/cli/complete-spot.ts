import type { Command, Option } from 'commander'

/** The place at the end of a line that is to be completed. */
export interface Spot {
  /** The option whose value stands there, without its dashes. */
  readonly option: string | undefined
  /** Whether a file or a folder is wanted. */
  readonly isPath: boolean
  /** The folder of scenarios that the line names. */
  readonly folder: string | undefined
}

/** What stands for files and folders: options, and arguments. */
const PATHS: ReadonlySet<string> = new Set(['scenario-dir', 'dir', 'data', 'out', 'bundle', 'paths'])

/** Looks at a line: its words without that of the program, the last of which is to be completed. */
export function spotOf(program: Command, words: readonly string[]): Spot {
  let command = program
  let position = 0
  let waiting: Option | undefined
  let folder = process.env['MAILDOUBLE_SCENARIO_DIR']
  for (const word of words.slice(0, -1)) {
    if (waiting) {
      if (isFolder(waiting)) folder = word
      waiting = undefined
    } else if (word.startsWith('-')) {
      const { option, value } = optionIn(command, word)
      if (value === undefined) waiting = option
      else if (option && isFolder(option)) folder = value
    } else {
      const below = command.commands.find((each) => each.name() === word)
      position = below ? 0 : position + 1
      command = below ?? command
    }
  }
  const last = words.at(-1) ?? ''
  const { option, value } = waiting ? { option: waiting, value: last } : optionIn(command, last)
  const wanted = value === undefined ? undefined : option
  if (wanted) return { option: nameOf(wanted), isPath: PATHS.has(nameOf(wanted)), folder }
  const places = command.registeredArguments
  const argument = places[position] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined)
  return { option: undefined, isPath: !last.startsWith('-') && argument !== undefined && PATHS.has(argument.name()), folder }
}

/** The option that a word names, if it is one that takes a value, and the value if it stands in the word. */
function optionIn(command: Command, word: string): { readonly option?: Option | undefined; readonly value?: string | undefined } {
  if (!word.startsWith('-')) return {}
  const [name, ...rest] = word.split('=')
  const option = command.options.find((each) => each.long === name && (each.required || each.optional))
  return { option, value: rest.length > 0 ? rest.join('=') : undefined }
}

function nameOf(option: Option): string {
  return option.long?.slice(2) ?? ''
}

function isFolder(option: Option): boolean {
  return nameOf(option) === 'scenario-dir' || nameOf(option) === 'dir'
}
