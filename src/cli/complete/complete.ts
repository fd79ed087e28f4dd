import type { RootCommand } from '@bomb.sh/tab'
import type { Command, Option } from 'commander'
import tab from '@bomb.sh/tab/commander'
import type { SHELLS } from './shells.ts'

/** The script for bash: from version 3.2, with nothing else installed. What was typed is read, and never run. */
export function bashScript(name: string): string {
  return `# bash completion for ${name}
__${name}_complete() {
    local line word value breaks directive=
    local -a words
    COMPREPLY=()
    line=\${COMP_LINE:0:COMP_POINT}
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=\${words[\${#words[@]}-1]}
    # What stands before a colon is a word of its own for bash, and is not to be said again.
    word=\${word#*=}
    breaks=
    [[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && breaks=\${word%"\${word##*:}"}
    while IFS= read -r line; do
        if [[ $line == :* ]]; then
            directive=$line
        else
            value=\${line%%$'\\t'*}
            COMPREPLY+=("\${value#"$breaks"}")
        fi
    done < <(${name} complete -- "\${words[@]:1}" 2>/dev/null)
    # Files only where files are wanted.
    [[ $directive == :0 ]] || compopt +o default 2>/dev/null
}
complete -o default -F __${name}_complete ${name}`
}

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

/** Prints the script that lets a shell ask for completions. */
export function printScript(program: Command, shell: (typeof SHELLS)[number]): void {
  // That of the library runs what was typed, needs a package, and leaves no files to choose from.
  if (shell === 'bash') return console.log(bashScript(program.name()))
  console.log(printedBy(() => mirrored(program).setup(program.name(), program.name(), shell)).replace(...COLONS))
}

/** In zsh a value ends at its first colon unless that is escaped, for which the script of the library has one backslash too few. */
const COLONS = ['${comp//:/\\:}', () => '${comp//:/\\\\:}'] as const

/** What the library prints: it hands nothing over. */
function printedBy(print: () => void): string {
  const { log } = console
  const lines: string[] = []
  console.log = (line: string) => void lines.push(line)
  try {
    print()
  } finally {
    console.log = log
  }
  return lines.join('\n')
}

/** Prints what may stand at the end of a line, as the scripts read it: a value a line, and what else to offer. */
export async function completeLine(program: Command, words: readonly string[], shells: typeof SHELLS): Promise<void> {
  const spot = spotOf(program, words)
  if (spot.isPath) return console.log(':0')
  const root = mirrored(program)
  offer(root, 'complete', 'shell', shells)
  offer(root, 'serve', 'clock', ['realtime', 'frozen', 'scaled:60'])
  if (spot.option === 'scenario') offer(root, 'serve', 'scenario', await scenarioNames(spot.folder))
  if (spot.option === 'extends') offer(root, 'scenario new', 'extends', await scenarioNames(spot.folder))
  root.parse([...words])
}

/** The commands in the form in which the library takes them: it adds one of its own, whose name ours has. */
function mirrored(program: Command): RootCommand {
  const mirror = program.createCommand(program.name()).copyInheritedSettings(program)
  for (const command of program.commands) if (command.name() !== 'complete') mirror.addCommand(command)
  const root = tab(mirror)
  const complete = root.commands.get('complete')
  if (complete) complete.description = 'completion for your shell'
  return root
}

/** Says which values an option or an argument of a command may have. */
function offer(root: RootCommand, command: string, name: string, values: readonly string[]): void {
  const found = root.commands.get(command)
  const place = found?.options.get(name) ?? found?.arguments.get(name)
  if (place) place.handler = (complete) => values.forEach((value) => complete(value, ''))
}

/** The names of scenarios; a folder that cannot be read has none. */
async function scenarioNames(folder: string | undefined): Promise<readonly string[]> {
  const { shippedScenarios } = await import('../../scenarios/read/shipped-scenarios.ts')
  const shipped = await shippedScenarios.names()
  if (folder === undefined) return shipped
  const { ownScenarios } = await import('../../scenarios/read/own-scenarios.ts')
  return ownScenarios(folder).then(
    (source) => source.names(),
    () => shipped,
  )
}
