import { Command, InvalidArgumentError, Option } from 'commander'
import { version } from '../server/version.ts'
import { fail } from './fail.ts'
import { serve, type ClockOption } from './serve.ts'

const REALTIME: ClockOption = { mode: 'realtime', rate: 1 }

const program = new Command('maildouble')
  .description('A stateful test double of the Email Marketing Service REST API 3.0')
  .version(version, '--version', 'print the version')
  .helpOption('--help', 'show this help')
  .showHelpAfterError('(maildouble --help shows what there is)')

program
  .command('serve')
  .description('serve the API and its control plane until it is interrupted')
  .addOption(option('--port <number>', 'port to listen on, 0 for a free one', 'PORT').default(4030).argParser(portOf))
  .addOption(option('--host <address>', 'address to listen on', 'HOST').default('127.0.0.1'))
  .addOption(option('--scenario <name>', 'what the account holds at the start', 'SCENARIO').default('starter'))
  .addOption(option('--scenario-dir <folder>', 'a folder with scenarios of your own', 'SCENARIO_DIR'))
  .addOption(option('--seed <text>', 'what ids and chance depend on', 'SEED'))
  .addOption(
    option('--clock <mode>', 'realtime, frozen, or scaled:60 (a minute a second)', 'CLOCK')
      .default(REALTIME, 'realtime')
      .argParser(clockOf),
  )
  .addOption(option('--public-url <url>', 'address that URLs in answers begin with', 'PUBLIC_URL'))
  .addOption(option('--control-token <token>', 'bearer token for /_control', 'CONTROL_TOKEN'))
  .addOption(option('--allow-host <names...>', 'further host names for /_control', 'ALLOW_HOST'))
  .addOption(option('--allow-egress <targets...>', 'further hosts, addresses and ranges that webhooks go to', 'ALLOW_EGRESS'))
  .addOption(
    option('--redirect-uri <url>', 'where the registered application is sent back to', 'REDIRECT_URI').argParser(httpUrlOf),
  )
  .helpOption('--help', 'show this help')
  .action(serve)

/** An option that can be given in the environment as well. */
function option(flags: string, description: string, variable: string): Option {
  return new Option(flags, description).env(`MAILDOUBLE_${variable}`)
}

function portOf(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
}

function httpUrlOf(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text
  throw new InvalidArgumentError('A redirect URI is an http or https URL such as http://127.0.0.1:3000/callback.')
}

function clockOf(text: string): ClockOption {
  if (text === 'realtime') return REALTIME
  if (text === 'frozen') return { mode: 'frozen', rate: 0 }
  const rate = /^scaled:(\d+(?:\.\d+)?)$/.exec(text)?.[1]
  if (rate !== undefined && Number(rate) > 0) return { mode: 'scaled', rate: Number(rate) }
  throw new InvalidArgumentError('A clock is realtime, frozen, or scaled:<rate> such as scaled:60.')
}

await program.parseAsync().catch(fail)
