import { Option, type Command } from 'commander'
import { addRunOptions, collectValue, parseClock } from '../options.ts'
import type { TrialOptions } from './trial.ts'

export function addTrial(program: Command): void {
  const command = program
    .command('trial')
    .description('run a command once per outage, and print which outages it survives')
    .usage('[options] -- <command...>')
    .option('--scenario <name>', 'scenario of the worlds, which names the outages', 'flaky')
    .addOption(new Option('--outage <name>', 'try this outage; repeat it for several').argParser(collectValue).default([], 'all'))
    .addOption(
      new Option('--expect-failure <name>', 'the command need not survive this outage; repeat it for several')
        .argParser(collectValue)
        .default([], 'none'),
    )
    .addOption(new Option('--clock <mode>', 'realtime, frozen, or scaled:60').argParser(parseClock).default(FROZEN, 'frozen'))
  addRunOptions(command)
    .option('--json <file>', 'file for the results as JSON')
    .addHelpText(
      'after',
      `
The command runs in a new world each time: first without an outage, then once
in each outage of the scenario. It gets variables such as MAILDOUBLE_API_URL
and MAILDOUBLE_API_KEY. The worlds of test fixtures start in the outage, too.
The command survives an outage if it exits with 0 although the outage fired.
An outage that never fired is not tried.

While a clock is frozen, no batch finishes and no outage ends by itself. Use
--clock realtime or scaled:60 for a command that waits for them. A frozen clock
stands in the middle of the first window of an outage, where a ramp is highest.

The exit status is 0 if every outage was tried, and survived unless its failure
was expected. It is 1 if another one was not survived. It is 2 if the command
fails without an outage, or makes no call, or if an outage was not tried.

Examples:
  maildouble trial -- npm test
  maildouble trial --outage maintenance -- node sync.js
  maildouble trial --scenario-dir scenarios --scenario shop -- npm test`,
    )
    .action(async (words: string[], options: TrialOptions) => (await import('./trial.ts')).trial(words, options))
}

const FROZEN: TrialOptions['clock'] = { mode: 'frozen', rate: 0 }
