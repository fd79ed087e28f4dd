import type { RootCommand } from '@bomb.sh/tab'
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { bashScript } from './complete-bash.ts'
import type { SHELLS } from './complete-shells.ts'
import { spotOf } from './complete-spot.ts'

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
  const { shippedScenarios } = await import('../scenarios/shipped-scenarios.ts')
  const shipped = await shippedScenarios.names()
  if (folder === undefined) return shipped
  const { ownScenarios } = await import('../scenarios/own-scenarios.ts')
  return ownScenarios(folder).then(
    (source) => source.names(),
    () => shipped,
  )
}
