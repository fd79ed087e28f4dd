import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { World } from '../client/world.ts'

/** A program of the user, with its arguments. */
export type ProgramCall = readonly [program: string, ...args: string[]]

/**
 * Runs a program with the variables of `maildouble env` for a world, and returns its exit status. The output of the program is printed.
 *
 * @throws Error if the program cannot be started.
 */
export function runProgram(
  [program, ...args]: ProgramCall,
  world: World,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  const env = { ...process.env, ...world.variables, ...variables }
  // On Windows, npx and its like are scripts, which only a shell can start.
  const child = spawn(program, args, { cwd: folder, env, stdio: 'inherit', shell: process.platform === 'win32' })
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? `There is no program ${program}` : `${program} cannot be started (${error.message})`
      reject(new Error(`${why}. The command stands after --, as in: -- npm test`, { cause: error }))
    })
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

/** The problem of a program that never called its world; completes a sentence. */
export const NO_CALL = 'made no call to the service. Does it use MAILDOUBLE_API_URL and MAILDOUBLE_API_KEY?'

/** The words after `--` as a program. Throws if there are none. */
export function parseProgramCall([program, ...args]: readonly string[]): ProgramCall {
  if (program === undefined) throw new Error('A command is missing. It stands after --, as in: -- npm test')
  return [program, ...args]
}
