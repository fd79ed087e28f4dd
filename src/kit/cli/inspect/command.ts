import type { Command } from 'commander'
import { environmentFlag, environmentOption, parsePort } from '../options.ts'
import type { InspectOptions } from './options.ts'

export function addInspect(program: Command): void {
  program
    .command('inspect')
    .description('open the inspector on a failed test or another bundle')
    .argument('<folder-or-bundle>', 'folder that a failed test left, or file with a bundle, or - for standard input')
    // Not from the environment, which may have the value for another server.
    .option('--port <number>', 'port to serve the inspector on, 0 for a free one', parsePort, 0)
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .addOption(environmentFlag('--open', 'open the inspector in the browser', 'OPEN'))
    .addHelpText(
      'after',
      `
Example:
  maildouble inspect maildouble-failures/a-new-address-can-sign-up-ec1d52 --open`,
    )
    .action(async (path: string, options: InspectOptions) => (await import('./inspect.ts')).inspect(path, options))
}
