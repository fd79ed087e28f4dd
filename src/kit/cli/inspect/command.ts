import type { Command } from 'commander'
import { environmentFlag, environmentOption, parsePort } from '../options.ts'
import { tokenOption } from '../target.ts'
import type { InspectOptions } from './replay.ts'

export function addInspect(program: Command): void {
  program
    .command('inspect')
    .description('replay a failed test or another bundle, and inspect it')
    .argument('<folder-or-bundle>', 'folder that a failed test left, or file with a bundle')
    // Not from the environment, which may have the value for another server.
    .option('--port <number>', 'port to serve the inspector on, 0 for a free one', parsePort, 0)
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    .addOption(environmentFlag('--open', 'open the inspector in the browser', 'OPEN'))
    // Not from the environment, where it may be meant for other commands.
    .option('--url <url>', 'replay on this running server instead of a new one')
    .addOption(tokenOption())
    .option('--check', 'only replay, and exit with status 1 if anything differs')
    .option('--json', 'print the result of the replay as JSON')
    .addHelpText(
      'after',
      `
Examples:
  maildouble inspect maildouble-failures/a-new-address-can-sign-up-ec1d52 --open
  curl -sS http://127.0.0.1:4030/_control/bundle > bundle.json
  maildouble inspect bundle.json --check`,
    )
    .action(async (path: string, options: InspectOptions) => (await import('./inspect.ts')).inspect(path, options))
}
