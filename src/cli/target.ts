import type { Command, Option } from 'commander'
import { connect, type Maildouble } from '../client/connect.ts'
import { UnreachableError } from '../client/errors.ts'
import type { Target } from '../client/index.ts'
import { option } from './options.ts'

/** Where a command finds a running server. */
export interface TargetOptions {
  readonly url: string
  readonly controlToken?: string
}

/** Adds the options by which a command finds a running server. */
export function addTarget(command: Command): Command {
  return command
    .addOption(option('--url <url>', 'where the server answers', 'URL').default('http://127.0.0.1:4030'))
    .addOption(tokenOption())
}

/** `--control-token` */
export function tokenOption(): Option {
  return option('--control-token <token>', 'what its control plane asks for', 'CONTROL_TOKEN')
}

/** What the client of the control API connects to. */
export function targetOf({ url, controlToken }: TargetOptions): Target {
  return { url, controlToken }
}

/** A running server that answers as one. Throws when something else does, which knows nothing of what is asked next. */
export async function reached(options: TargetOptions): Promise<Maildouble> {
  const maildouble = connect(targetOf(options))
  const health: unknown = await maildouble.health()
  if (typeof health === 'object' && health !== null && 'version' in health && 'worlds' in health) return maildouble
  const said = JSON.stringify(health)?.slice(0, 100) ?? 'nothing'
  throw new UnreachableError(`What answers at ${maildouble.url} is no maildouble: GET /_control/health answered ${said}.`)
}
