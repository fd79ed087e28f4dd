import { Option, type Command } from 'commander'
import { addTarget } from '../target.ts'
import { CONNECTION_LANGUAGES } from '../../client/connection-code.ts'
import { ENV_FORMATS, type EnvOptions } from './options.ts'

export function addEnv(program: Command): void {
  const command = program.command('env').description('print variables or client code for a world')
  addTarget(command)
    .option('--world <id>', 'world to connect to', 'default')
    .addOption(
      new Option('--format <format>', 'format of the variables')
        .choices(ENV_FORMATS)
        .default(process.platform === 'win32' ? 'powershell' : 'sh', 'sh, on Windows powershell'),
    )
    .addOption(
      new Option('--for <language>', 'print client code in this language instead').choices(Object.keys(CONNECTION_LANGUAGES)),
    )
    .addHelpText(
      'after',
      `
Examples:
  eval "$(maildouble env)"                              # sh, bash, zsh
  maildouble env --format fish | source                 # fish
  maildouble env --format powershell | Out-String | Invoke-Expression
  maildouble env --format cmd > env.cmd                 # then: call env.cmd
  maildouble env --format dotenv > .env
  maildouble env --format github >> "$GITHUB_ENV"
  maildouble env --for python`,
    )
    .action(async (options: EnvOptions) => (await import('./env.ts')).env(options))
}
