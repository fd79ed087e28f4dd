import { Option, type Command } from 'commander'
import { CHANGES_FORMATS, type ChangesOptions } from './options.ts'

export function addChanges(program: Command): void {
  program
    .command('changes')
    .description('list what this version says differently about the service')
    .option('--from <version>', 'an earlier version, or a file of --save')
    .addOption(new Option('--format <format>', 'output format').choices(CHANGES_FORMATS).default('text'))
    .option('--save <file>', 'write what this version says, to compare it with later ones')
    .addHelpText(
      'after',
      `
Examples:
  maildouble changes --from 0.1.0
  maildouble changes --save before.json`,
    )
    .action(async (options: ChangesOptions) => (await import('./changes.ts')).changes(options))
}
