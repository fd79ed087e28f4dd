import { InvalidArgumentError, type Command } from 'commander'
import type { DriftCliOptions } from './drift.ts'

export const RATE = 2
export const CALLS_MAX = 300

export function addDrift(program: Command): void {
  program
    .command('drift')
    .description('compare an account of the service with the contract and the double')
    .requiredOption('--against <url>', 'address of the service, up to /3.0', parseAddress)
    .option('--key-env <name>', 'environment variable with the API key')
    .option('--vocabulary <file>', 'words of your deployment, where they differ')
    .option('--json <file>', 'file for the report as JSON')
    .option('--rate <number>', 'most calls per second, or none for no limit', parseRate, RATE)
    .option('--max-calls <number>', 'most calls', parseCalls, CALLS_MAX)
    .option('--values', 'show values of the account in the report')
    .option('--unseen', 'list all causes and remarks, and what was not seen')
    .option('--writes', 'create a list, run a fixed story in it and in a double, and delete it')
    .option('--domain <domain>', 'domain of the members that --writes adds (default: "example.com")')
    .option('--yes', 'do not ask before --writes')
    .addHelpText(
      'after',
      `
Without --writes, nothing but GET is sent. The report holds types, lengths and
counts, no values, unless --values says so. The key appears nowhere.

The exit status is 0 if all that was seen agrees, 1 if something differs, and 2
if the run could not tell. What was not seen is not counted as agreement.

Examples:
  maildouble drift --against https://dc1.api.example.com/3.0 --key-env API_KEY
  maildouble drift --against "$URL" --key-env API_KEY --json drift.json
  maildouble drift --against "$URL" --key-env API_KEY --writes`,
    )
    .action(async (options: DriftCliOptions) => (await import('./drift.ts')).drift(options))
}

export function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url &&
    /^https?:$/.test(url.protocol) &&
    /\/3\.0\/?$/.test(url.pathname) &&
    url.search === '' &&
    url.username === '' &&
    url.password === ''
  )
    return text
  throw new InvalidArgumentError('The address is an http or https URL that ends with /3.0, without a key or a query.')
}

export function parseRate(text: string): number | 'none' {
  if (text === 'none') return text
  const rate = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0
  if (rate > 0) return rate
  throw new InvalidArgumentError('A rate is a number above 0, such as 0.5, or none.')
}

export function parseCalls(text: string): number {
  const calls = /^\d+$/.test(text) ? Number(text) : 0
  if (calls > 0) return calls
  throw new InvalidArgumentError('A maximum of calls is a whole number above 0.')
}
