import { createInterface } from 'node:readline/promises'
import type { Result } from '../../drift/result.ts'
import { runWrites, type WritesOptions } from '../../drift/story/writes.ts'

/** Asks before it changes anything, and runs the story. */
export async function confirmAndWrite(options: WritesOptions, isConfirmed: boolean, clear: () => void): Promise<Result> {
  if (!isConfirmed) await confirm(options.base.host)
  clear()
  return runWrites(options)
}

async function confirm(host: string): Promise<void> {
  if (process.stdin.isTTY !== true) throw new Error('--writes changes the account. Confirm with --yes, or run it in a terminal.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(
      `This creates one list at ${host}, adds members, fields, segments and a webhook to it, and deletes it.\nNothing else is changed. Go on? [y/N] `,
    )
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new Error('Nothing was sent.')
  } finally {
    terminal.close()
  }
}
