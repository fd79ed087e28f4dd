import type { Command, Option } from 'commander'
import type { Maildouble } from '../client/connect.ts'
import { environmentOption } from './options.ts'

/** Options by which a command finds a running server. */
export interface TargetOptions {
  readonly url: string
  readonly controlToken?: string
}

/** Adds the options for finding a running server. */
export function addTarget(command: Command): Command {
  return command
    .addOption(environmentOption('--url <url>', 'address of the server', 'URL').default('http://127.0.0.1:4030'))
    .addOption(tokenOption())
}

/** `--control-token` */
export function tokenOption(): Option {
  return environmentOption('--control-token <token>', 'bearer token of its control API', 'CONTROL_TOKEN')
}

/** Connects to a running server. Throws if something else answers at its address. */
export async function connectOrThrow({ url, controlToken }: TargetOptions): Promise<Maildouble> {
  // Loaded on demand: `serve` needs no client.
  const [{ connect }, { UnreachableError }] = await Promise.all([import('../client/connect.ts'), import('../client/errors.ts')])
  const maildouble = connect({ url, controlToken })
  const health: unknown = await maildouble.health()
  if (typeof health === 'object' && health !== null && 'version' in health && 'worlds' in health) return maildouble
  const answer = JSON.stringify(health)?.slice(0, 100) ?? 'nothing'
  throw new UnreachableError(`What answers at ${maildouble.url} is not a maildouble: GET /_control/health answered ${answer}.`)
}
