import type { Command } from 'commander'
import { option } from '../options.ts'
import type { ListOptions, NewOptions } from './options.ts'

/** Adds `maildouble scenario` and what is below it. */
export function addScenario(program: Command): void {
  const scenario = program.command('scenario').description('list, check or begin scenarios')
  scenario
    .command('list')
    .description('the scenarios that ship, and those of a folder, with what they hold')
    .addOption(option('--scenario-dir <folder>', 'a folder with scenarios of your own', 'SCENARIO_DIR'))
    .option('--json', 'as JSON')
    .action(async (options: ListOptions) => (await import('./list.ts')).listScenarios(options))
  scenario
    .command('check')
    .description('tell all that is wrong with scenario files, by line')
    .argument('<paths...>', 'files, or folders of them as --scenario-dir takes them')
    .addHelpText(
      'after',
      `
A line is a mistake: the file and the line, a JSON pointer to the place, and
what would be right. The status is 1 if there is any.

Example:
  maildouble scenario check scenarios`,
    )
    .action(async (paths: readonly string[]) => (await import('./check.ts')).check(paths))
  scenario
    .command('new')
    .description('begin a scenario: a file with comments, and its schema for editors')
    .argument('<name>', 'what it is called: small letters, digits and hyphens')
    .option('--dir <folder>', 'the folder it is written to', 'scenarios')
    .option('--extends <name>', 'the scenario that it builds on', 'starter')
    .option('--force', 'write over a file that is there')
    .action(async (name: string, options: NewOptions) => (await import('./new.ts')).newScenario(name, options))
}
