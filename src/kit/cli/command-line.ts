import { fail } from './fail.ts'
import { program } from './program.ts'

/** Runs the command that the arguments of the process name. */
export async function run(): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    // The reader has closed the pipe: `maildouble report | head`.
    if (code === 'EPIPE') return
    console.error(`maildouble: the output cannot be written (${message}).`)
    process.exitCode = 1
  })
  const cli = program()
  // Without arguments, show the help without an error.
  if (process.argv.length === 2) cli.outputHelp()
  else await cli.parseAsync().catch(fail)
}
