import { Option, type Command } from 'commander'
import { addTarget } from '../target.ts'
import type { ReportOptions } from './report.ts'

export function addReport(program: Command): void {
  const command = program.command('report').description('report what the calls of an application covered')
  addTarget(command)
    .option('--world <id>', 'count only this world, even if it was deleted')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'html', 'markdown', 'json']).default('text'))
    .addOption(
      new Option('--out <file>', 'file to write to: .html, .md or .json').conflicts(['format', 'unseen', 'pin', 'check']),
    )
    .option('--unseen', 'list what was never called')
    .addOption(
      new Option('--pin <file>', 'write what the calls relied on, instead of a report').conflicts(['format', 'unseen', 'check']),
    )
    .addOption(
      new Option('--check <file>', 'fail if this version changes what --pin wrote; needs no server').conflicts([
        'format',
        'unseen',
        'world',
      ]),
    )
    .addHelpText(
      'after',
      `
Examples:
  maildouble report
  maildouble report --out coverage.html
  maildouble report --format markdown >> "$GITHUB_STEP_SUMMARY"
  maildouble report --pin proof.json
  maildouble report --check proof.json`,
    )
    .action(async (options: ReportOptions) => {
      if (options.check !== undefined) return (await import('./proof/check.ts')).checkProof(options.check)
      if (options.pin !== undefined) return (await import('./proof/pin.ts')).pinProof({ ...options, pin: options.pin })
      return (await import('./report.ts')).report(options)
    })
}
