import { fail } from './fail.ts'
import { program } from './program.ts'

const cli = program()
// Alone it is a question, and no mistake.
if (process.argv.length === 2) cli.outputHelp()
else await cli.parseAsync().catch(fail)
