import type { Command } from 'commander'
import { environmentOption } from '../options.ts'
import type { ListOptions, NewOptions, ShowOptions } from './options.ts'

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
    .description('create a scenario: a commented file, and its schema for editors')
    .argument('<name>', 'name of lowercase letters, digits and hyphens')
    .option('--dir <folder>', 'folder to write to', 'scenarios')
    .option('--extends <name>', 'scenario to extend', 'starter')
    .option('--force', 'overwrite existing files')
    .action(async (name: string, options: NewOptions) => (await import('./new.ts')).newScenario(name, options))
}
