import { fail } from './fail.ts'
import { program } from './program.ts'

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // Whoever read it has read enough: `maildouble report | head`.
  if (code === 'EPIPE') return
  console.error(`maildouble: what is printed cannot be written (${message}).`)
  process.exitCode = 1
})

const cli = program()
// Alone it is a question, and no mistake.
if (process.argv.length === 2) cli.outputHelp()
else await cli.parseAsync().catch(fail)
