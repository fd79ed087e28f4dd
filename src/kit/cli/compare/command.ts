import type { Command } from 'commander'
import type { CompareOptions } from './compare.ts'

export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('compare recordings of the service with the contract and the double')
    .argument('<files...>', 'recordings, or folders of them: HAR, nock, VCR, WireMock, Polly')
    .option('--scenario <name>', 'scenario in whose state the recordings began')
    .option('--scenario-dir <folder>', 'folder with your own scenarios')
    .option('--vocabulary <file>', 'words of your deployment, where they differ')
    .option('--host <name>', 'compare only calls of this host')
    .option('--json <file>', 'file for the report as JSON')
    .option('--values', 'show values of the account in the report')
    .option('--unseen', 'list all causes and remarks, and what was not seen')
    .addHelpText(
      'after',
      `
Each exchange is compared with the contract. Then its recording is played into
a world in the state that it implies, and the answers are compared. Nothing is
sent to anyone. The report holds types, lengths and counts, no values, unless
--values says so.

The exit status is 0 if all that was seen agrees, 1 if something differs, and 2
if nothing could be compared.

Examples:
  maildouble compare calls.har
  maildouble compare spec/cassettes --json compare.json
  maildouble compare wiremock/mappings --scenario newsletter`,
    )
    .action(async (files: readonly string[], options: CompareOptions) => (await import('./compare.ts')).compare(files, options))
}
