import type { Command } from 'commander'
import { addRunOptions, environmentOption, parseClock } from '../options.ts'
import { tokenOption } from '../target.ts'
import type { RunCommandOptions } from './run.ts'

export function addRun(program: Command): void {
  const command = program
    .command('run')
    .description('run a command whose calls to the service reach a double, whatever host is built in')
    .usage('[options] -- <command...>')
    .option('--scenario <name>', 'scenario of the double', 'starter')
    .option('--clock <mode>', "realtime, frozen, or scaled:60; default: the scenario's, or realtime", parseClock)
  addRunOptions(command)
    .addOption(environmentOption('--url <url>', 'address of a running server; default: an own server', 'URL'))
    .addOption(tokenOption())
    .addOption(environmentOption('--world <id>', 'world of the running server', 'WORLD').default('default'))
    .addHelpText(
      'after',
      `
Calls for the hosts go through a proxy of this machine that has a certificate
for them, made for this run and gone with it. All other calls are passed on
untouched. The command gets variables such as HTTPS_PROXY and SSL_CERT_FILE, by
which curl, Node, Python, PHP, Java, Go and Ruby use the proxy, and those of a
world, such as MAILDOUBLE_API_URL and MAILDOUBLE_API_KEY, for a program whose
base URL can be set. The double accepts any key.

The exit status is that of the command. Which hosts were called is printed to
standard error at the end.

Examples:
  maildouble run --host api.example.com -- npm test
  maildouble run --host 'https://*.api.example.com' --offline -- python sync.py
  maildouble run --scenario shop --vocabulary vocabulary.yaml -- php import.php`,
    )
    .action(async (words: string[], options: RunCommandOptions) => (await import('./run.ts')).run(words, options))
}
