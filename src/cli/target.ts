import type { Command, Option } from 'commander'
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
