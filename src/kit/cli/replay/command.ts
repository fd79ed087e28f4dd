import type { Command } from 'commander'
import { environmentOption, parsePort } from '../options.ts'
import { tokenOption } from '../target.ts'
import type { ReplayOptions } from './options.ts'

export function addReplay(program: Command): void {
  program
    .command('replay')
    .description('replay a run from its bundle')
    .argument('<folder-or-bundle>', 'folder that a failed test left, or file with a bundle, or - for standard input')
    .addOption(
      environmentOption('--port <number>', 'port to serve the world on, 0 for a free one', 'PORT')
        .default(4030)
        .argParser(parsePort),
    )
    .addOption(environmentOption('--scenario-dir <folder>', 'folder with your own scenarios', 'SCENARIO_DIR'))
    // Not from the environment, where it may be meant for other commands.
    .option('--url <url>', 'replay on this running server instead of a new one')
    .addOption(tokenOption())
    .option('--check', 'exit after the replay, with status 1 if anything differs')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  curl -sS http://127.0.0.1:4030/_control/bundle > bundle.json
  maildouble replay bundle.json
  maildouble replay bundle.json --check
  maildouble replay maildouble-failures/sync-ec1d52 --check`,
    )
    .action(async (path: string, options: ReplayOptions) => (await import('./replay.ts')).replay(path, options))
}
