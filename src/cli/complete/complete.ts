import type { RootCommand } from '@bomb.sh/tab'
import type { Command, Option } from 'commander'
import tab from '@bomb.sh/tab/commander'
import type { SHELLS } from './shells.ts'

/** The script for bash from version 3.2, without dependencies. The typed line is read but never executed. */
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

/** The end of a line that is to be completed. */
export interface CompletionPoint {
  /** The option whose value is being completed, without dashes. */
  readonly option: string | undefined
  /** Whether a file or folder is expected. */
  readonly isPath: boolean
  /** The scenario folder given on the line. */
  readonly folder: string | undefined
}

/** Options and arguments that take files or folders. */
const PATHS: ReadonlySet<string> = new Set(['scenario-dir', 'dir', 'data', 'out', 'bundle', 'paths'])

/** Analyzes a line, given as its words without the program's name; the last word is to be completed. */
export function completionPointAt(program: Command, words: readonly string[]): CompletionPoint {
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

/** The option in a word, if it takes a value, and the value if it is in the same word. */
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

/** Prints the completion script of a shell. */
export function printScript(program: Command, shell: (typeof SHELLS)[number]): void {
  // The library's script for bash executes what was typed, needs a package, and doesn't complete files.
  if (shell === 'bash') return console.log(bashScript(program.name()))
  console.log(printedBy(() => mirrored(program).setup(program.name(), program.name(), shell)).replace(...COLONS))
}

/** In zsh an unescaped colon ends a value, and the library's script has one backslash too few. */
const COLONS = ['${comp//:/\\:}', () => '${comp//:/\\\\:}'] as const

/** Captures what the library prints, since it returns nothing. */
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

/** Prints the completions for the end of a line in the format of the scripts: one value per line, then a directive. */
export async function completeLine(program: Command, words: readonly string[], shells: typeof SHELLS): Promise<void> {
  const point = completionPointAt(program, words)
  if (point.isPath) return console.log(':0')
  const root = mirrored(program)
  offer(root, 'complete', 'shell', shells)
  offer(root, 'serve', 'clock', ['realtime', 'frozen', 'scaled:60'])
  if (point.option === 'scenario') offer(root, 'serve', 'scenario', await scenarioNames(point.folder))
  if (point.option === 'extends') offer(root, 'scenario new', 'extends', await scenarioNames(point.folder))
  root.parse([...words])
}

/** The commands as the library expects them. It adds a command `complete` of its own, so ours is left out. */
function mirrored(program: Command): RootCommand {
  const mirror = program.createCommand(program.name()).copyInheritedSettings(program)
  for (const command of program.commands) if (command.name() !== 'complete') mirror.addCommand(command)
  const root = tab(mirror)
  const complete = root.commands.get('complete')
  if (complete) complete.description = 'print the completion script for a shell'
  return root
}

/** Sets the possible values of an option or argument. */
function offer(root: RootCommand, command: string, name: string, values: readonly string[]): void {
  const found = root.commands.get(command)
  const place = found?.options.get(name) ?? found?.arguments.get(name)
  if (place) place.handler = (complete) => values.forEach((value) => complete(value, ''))
}

/** The names of scenarios; an unreadable folder has none. */
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
