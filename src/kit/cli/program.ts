import { Command } from 'commander'
import { nearest } from '../../kernel/support/nearest.ts'
import { addCompare } from './compare/command.ts'
import { addDrift } from './drift/command.ts'
import { versionText } from './form.ts'
import { addInspect } from './inspect/command.ts'
import { addMcp } from './mcp/command.ts'
import { addOpenapi } from './openapi/command.ts'
import { addProve } from './prove/command.ts'
import { addRecord } from './record/command.ts'
import { addReport } from './report/command.ts'
import { addRun } from './run/command.ts'
import { addScenario } from './scenario/command.ts'
import { addServe } from './serve/command.ts'
import { addStory } from './story/command.ts'
import { addTrial } from './trial/command.ts'
import { addVocabulary } from './vocabulary/command.ts'

/** Rejects empty or blank values on the command line, such as an unset variable leaves: `--data "$FOLDER"`. */
function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    const isEmpty = [command.getOptionValue(name)].flat().some((value) => typeof value === 'string' && value.trim() === '')
    if (isEmpty && command.getOptionValueSource(name) === 'cli') {
      command.error(`error: option '${option.flags}' argument is empty. Give a value, or leave the option out.`)
    }
  }
  if (command.args.includes('')) command.error('error: an argument is empty. Give a value.')
}

/** The whole command line. */
export function program(): Command {
  const cli = new Command('maildouble')
    .description('A stateful test double of the Email Marketing Service REST API 3.0')
    .version(versionText(), '-v, --version', 'print the version, and how maildouble is installed')
    .helpOption('-h, --help', 'show this help')
    // Arguments are in the help of each command. With them, the list would be wider than a terminal.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    // Options after `--` belong to the command that `run`, `prove`, `record` and `trial` run.
    .enablePositionalOptions()
    .hook('preAction', (_, command) => refuseEmpty(command))
  addServe(cli)
  addRun(cli)
  addScenario(cli)
  addVocabulary(cli)
  addOpenapi(cli)
  addInspect(cli)
  addMcp(cli)
  addProve(cli)
  addRecord(cli)
  addTrial(cli)
  addReport(cli)
  addStory(cli)
  addDrift(cli)
  addCompare(cli)
  addHelp(cli)
  hint(cli, 'maildouble')
  return cli
}

/** Adds `help [command]` to each command that has others. The one of the library shows its own help if there is no such command. */
function addHelp(command: Command): void {
  for (const below of command.commands) if (below.commands.length > 0) addHelp(below)
  command.helpCommand(false)
  command
    .command('help')
    .description('show help for a command')
    .argument('[command...]', 'name of the command')
    .action((names: readonly string[]) => commandAt(command, names).outputHelp())
}

/** The command below another one. Ends the program if there is none. */
function commandAt(command: Command, [name, ...further]: readonly string[]): Command {
  if (name === undefined) return command
  const found = command.commands.find((each) => each.name() === name)
  if (found) return commandAt(found, further)
  const [meant] = nearest(
    name,
    command.commands.map((each) => each.name()),
  )
  return command.error(`error: unknown command '${name}'${meant === undefined ? '' : `\n(Did you mean ${meant}?)`}`)
}

/** Adds a pointer to a command's own help to its usage errors. */
function hint(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help lists the options)`)
  for (const below of command.commands) hint(below, `${path} ${below.name()}`)
}
