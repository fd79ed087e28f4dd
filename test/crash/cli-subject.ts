import { freePort } from '../servers/free-port.ts'
import { CliProcess } from './cli-process.ts'
import type { Subject } from './subject.ts'

/** `maildouble serve` in its own process. */
export async function cliSubject(args: readonly string[]): Promise<Subject> {
  const cli = new CliProcess(await freePort(), args)
  return {
    url: `http://127.0.0.1:${cli.port}`,
    isOne: true,
    start: (dyingAfter) => cli.start(dyingAfter),
    kill: () => cli.kill(),
    complaints: () => cli.complaints(),
    end: () => cli.kill(),
  }
}
