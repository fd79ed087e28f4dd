import { InvalidArgumentError, Option, type Command } from 'commander'
import { addTarget } from '../target.ts'
import { REPORT_FORMATS, type ReportOptions } from './options.ts'

/** Adds `maildouble report`. */
export function addReport(program: Command): void {
  const command = program.command('report').description('coverage of the contract by what called a server')
  addTarget(command)
    .option('--world <id>', 'only what was met in this world, which may be gone')
    .addOption(
      new Option('--format <format>', 'how it is written (default: by the ending of --out, else text)').choices(REPORT_FORMATS),
    )
    .option('--out <file>', 'a file to write it to')
    .option('--min <percent>', 'fail when less than this of all parts was met', percentOf)
    .addHelpText(
      'after',
      `
Examples:
  maildouble report
  maildouble report --out coverage.html
  maildouble report --format markdown >> "$GITHUB_STEP_SUMMARY"
  maildouble report --min 40`,
    )
    .action(async (options: ReportOptions) => (await import('./report.ts')).report(options))
}

function percentOf(text: string): number {
  const percent = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (percent <= 100) return percent
  throw new InvalidArgumentError('A share is a number from 0 to 100, such as 80.')
}
