import { Command } from 'commander'
import { version } from '../contract/generated/version.ts'
import { addComplete } from './complete/command.ts'
import { addEnv } from './env/command.ts'
import { addReplay } from './replay/command.ts'
import { addReport } from './report/command.ts'
import { addScenario } from './scenario/command.ts'
import { addServe } from './serve/command.ts'

/** Refuses what was given on the command line and is empty or blank, as a variable that is not set leaves it: `--data "$FOLDER"`. */
export function refuseEmpty(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName()
    const isEmpty = [command.getOptionValue(name)].flat().some((value) => typeof value === 'string' && value.trim() === '')
    if (isEmpty && command.getOptionValueSource(name) === 'cli') {
      command.error(`error: option '${option.flags}' argument is empty. Give a value, or leave the option out.`)
    }
  }
  // A line to be completed ends with an empty word where anything may stand.
  if (command.name() !== 'complete' && command.args.includes('')) command.error('error: an argument is empty. Give a value.')
}

/** The whole command line. */
export function program(): Command {
  const cli = new Command('maildouble')
    .description('A stateful test double of the Email Marketing Service REST API 3.0')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .hook('preAction', (_, command) => refuseEmpty(command))
  addServe(cli)
  addScenario(cli)
  addReplay(cli)
  addReport(cli)
  addEnv(cli)
  addComplete(cli)
  hint(cli, 'maildouble')
  return cli
}

/** Lets a command that was typed wrong say where its own options are told. */
function hint(command: Command, path: string): void {
  command.showHelpAfterError(`(${path} --help shows what there is)`)
  for (const below of command.commands) hint(below, `${path} ${below.name()}`)
}
