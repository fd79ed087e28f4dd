import { Option, type Command } from 'commander'
import { addRunOptions } from '../options.ts'
import type { RecordOptions } from './record.ts'

export function addRecord(program: Command): void {
  const command = program
    .command('record')
    .description('run a command against a new world, and write a test of what it does')
    .usage('[options] -- <command...>')
    .option('--scenario <name>', 'scenario of the world', 'starter')
    .addOption(new Option('--clock <mode>', 'clock of the world').choices(['frozen', 'realtime']).default('frozen'))
  addRunOptions(command)
    .option('--out <file>', 'file for the test (default: standard output)')
    .option('--force', 'overwrite the file')
    .addHelpText(
      'after',
      `
The command gets variables such as MAILDOUBLE_API_URL and MAILDOUBLE_API_KEY.
The test runs it again and verifies its calls.

While a clock is frozen, no batch finishes and no webhook is retried. Use
--clock realtime for a command that waits for them.

Examples:
  maildouble record --out sync.test.ts -- node sync.js
  maildouble record --clock realtime -- node import.js`,
    )
    .action(async (words: string[], options: RecordOptions) => (await import('./record.ts')).recordRun(words, options))
}
