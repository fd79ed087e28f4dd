import { vi } from 'vitest'
import { program } from '../../src/kit/cli/program.ts'

/** The output and the exit status of a command. */
export interface CommandResult {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process. Errors are printed as by the program. */
export async function runCommand(...args: string[]): Promise<CommandResult> {
  const texts = { out: '', err: '' }
  const print = (into: keyof typeof texts, end: string) => (text: unknown) => {
    texts[into] += `${String(text)}${end}`
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(print('out', '\n')),
    vi.spyOn(console, 'error').mockImplementation(print('err', '\n')),
    vi.spyOn(process.stdout, 'write').mockImplementation(print('out', '')),
  ]
  const { argv, exitCode } = process
  process.argv = ['node', 'maildouble', ...args]
  process.exitCode = undefined
  try {
    await program().parseAsync()
    return { code: Number(process.exitCode ?? 0), ...texts }
  } catch (error) {
    return { code: 1, out: texts.out, err: `${texts.err}maildouble: ${(error as Error).message}\n` }
  } finally {
    process.argv = argv
    process.exitCode = exitCode
    spies.forEach((spy) => spy.mockRestore())
  }
}

/** The lines of a text that are wider than 80 columns. */
export function wideLines(text: string): string[] {
  return text.split('\n').filter((line) => line.length > 80)
}
