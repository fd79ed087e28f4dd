import { InvalidArgumentError, type Command } from 'commander'
import { CALLS_MAX, parseAddress, parseCalls, parseRate, RATE } from '../drift/command.ts'
import { environmentOption } from '../options.ts'
import type { FromOptions } from './from.ts'
import type { ListOptions } from './list.ts'
import type { NewOptions } from './new.ts'
import type { ShowOptions } from './show.ts'

export function addScenario(program: Command): void {
  const scenario = program.command('scenario').description('list, show, check or create scenarios')
  scenario
    .command('list')
    .description('list shipped scenarios and those of a folder, with contents')
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .option('--json', 'print JSON')
    .action(async (options: ListOptions) => (await import('./list.ts')).listScenarios(options))
  scenario
    .command('show')
    .description('show the ids, lists, members and keys of a scenario')
    .argument('<name>', 'name of a scenario, or its file')
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .option('--json', 'print JSON')
    .option('--source', 'print the file with its comments')
    .addHelpText(
      'after',
      `
The ids and keys are those of the world that serve starts with.

Examples:
  maildouble scenario show starter
  maildouble scenario show scenarios/checkout.yaml
  maildouble scenario show newsletter --source`,
    )
    .action(async (name: string, options: ShowOptions) => (await import('./show.ts')).showScenario(name, options))
  scenario
    .command('check')
    .description('report errors in scenario files, by line')
    .argument('<paths...>', 'files, or folders as for --scenario-dir')
    .addHelpText(
      'after',
      `
Prints one line per error: file and line, a JSON pointer, and what would be
right. The exit status is 1 if there are any.

Example:
  maildouble scenario check scenarios`,
    )
    .action(async (paths: readonly string[]) => (await import('./check.ts')).checkFiles(paths))
  scenario
    .command('new')
    .description('create a scenario: a file with comments, which editors can complete')
    .argument('<name>', 'name of lowercase letters, digits and hyphens')
    .option('--dir <folder>', 'folder to write to', 'scenarios')
    .option('--extends <name>', 'scenario to extend', 'starter')
    .option('--force', 'overwrite existing files')
    .action(async (name: string, options: NewOptions) => (await import('./new.ts')).newScenario(name, options))
  scenario
    .command('from')
    .description('write a scenario that looks like an account, with made-up people')
    .argument('[files...]', 'recordings of the service, in place of --against')
    .option('--against <url>', 'address of the service, up to /3.0', parseAddress)
    .option('--key-env <name>', 'environment variable with the API key')
    .option('--vocabulary <file>', 'words of your deployment, where they differ')
    .option('--rate <number>', 'most calls per second, or none for no limit', parseRate, RATE)
    .option('--max-calls <number>', 'most calls', parseCalls, CALLS_MAX)
    .option('--out <file>', 'file to write, as .yaml (default: standard output)')
    .option('--name <name>', 'name of the scenario (default: that of the file)')
    .option('--seed <text>', 'seed of the people', 'likeness')
    .option('--written <number>', 'most members of a list to write one by one', parseWritten, WRITTEN)
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      `
Nothing but GET is sent. The file has the names that the account gave to its
lists, fields, interests, segments, tags, templates and folders, and ids of
these and of campaigns. People, addresses, notes and texts are made up.

Examples:
  maildouble scenario from --against "$URL" --key-env API_KEY --out ours.yaml
  maildouble scenario from spec/cassettes --out scenarios/ours.yaml`,
    )
    .action(async (files: readonly string[], options: FromOptions) => (await import('./from.ts')).scenarioFrom(files, options))
}

/** Members of a list that are written one by one, with their fields. */
const WRITTEN = 100

function parseWritten(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('A number of members is a whole number up to 9999.')
}
