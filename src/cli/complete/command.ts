import { Argument, type Command } from 'commander'
import { SHELLS } from './shells.ts'

/** Adds `maildouble complete`. */
export function addComplete(program: Command): void {
  program
    .command('complete')
    .description('print the completion script for a shell')
    // The completion script calls `complete --` with the line to complete instead.
    .addArgument(new Argument('[shell]', SHELLS.join(', ')))
    .allowExcessArguments()
    .usage('<shell>')
    .addHelpText(
      'after',
      `
Prints a script that your shell runs when it starts:
  bash        source <(maildouble complete bash)                in ~/.bashrc
  zsh         source <(maildouble complete zsh)                 in ~/.zshrc
  fish        maildouble complete fish | source                 in config.fish
  powershell  maildouble complete powershell | Out-String | Invoke-Expression`,
    )
    .action(async (shell: string | undefined, _, command: Command) => {
      const { completeLine, printScript } = await import('./complete.ts')
      if (process.argv[3] === '--') return completeLine(program, process.argv.slice(4), SHELLS)
      const known = SHELLS.find((each) => each === shell)
      if (known === undefined || command.args.length > 1) {
        return command.error(`error: complete takes one of the shells ${SHELLS.join(', ')}, as in: maildouble complete bash`)
      }
      return printScript(program, known)
    })
}
