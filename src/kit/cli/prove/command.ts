import { Option, type Command } from 'commander'
import { addRunOptions } from '../options.ts'
import type { ProveOptions } from './prove.ts'

export function addProve(program: Command): void {
  const command = program
    .command('prove')
    .description('run a command against the world of a failed run')
    .argument('<folder-or-bundle>', 'folder that a failed test left, or file with a bundle')
    .usage('[options] <folder-or-bundle> -- <command...>')
    .option('--base <commit>', 'the command must fail at this Git commit, and pass here')
    .addOption(new Option('--call <number-or-id>', 'replay up to this call, instead of the last refused one').conflicts('whole'))
    .option('--whole', 'replay the whole run, not only up to its last refused call')
  addRunOptions(command)
    .addHelpText(
      'after',
      `
The command gets variables such as MAILDOUBLE_API_URL and MAILDOUBLE_API_KEY.

Examples:
  maildouble prove maildouble-failures/sync-ec1d52 -- node sync.js
  maildouble prove run.bundle.json --base main -- node sync.js
  maildouble prove run.bundle.json --call 4 -- node sync.js`,
    )
    .action(async (path: string, words: string[], options: ProveOptions) =>
      (await import('./prove.ts')).prove(path, words, options),
    )
}
