import { serveProcess, type Process } from '../server/program.ts'
import { SCENARIO_DIR } from './subject.ts'

/** Settings of the world `default`, the same as in the others. */
const SETTINGS = { MAILDOUBLE_STATS_CACHE: '0', MAILDOUBLE_CONNECTIONS: '0', MAILDOUBLE_WEBHOOKS_TIMEOUT: '1000' }

/** `maildouble serve` on a port that it keeps across restarts. */
export class CliProcess {
  readonly port: number
  readonly #args: readonly string[]
  readonly #complaints: string[] = []
  #running: Process | undefined

  constructor(port: number, args: readonly string[]) {
    this.port = port
    this.#args = args
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Starts it and waits until it listens; or starts it and kills it after some milliseconds. */
  async start(dyingAfter?: number): Promise<void> {
    const args = [
      '--port',
      String(this.port),
      '--log',
      'json',
      '--clock',
      'frozen',
      '--seed',
      'crash',
      '--scenario-dir',
      SCENARIO_DIR,
      ...this.#args,
    ]
    this.#running = await serveProcess(args, SETTINGS)
    if (dyingAfter === undefined) return void (await this.#running.printed(/"type":"listening".*\n/))
    await new Promise((resolve) => setTimeout(resolve, dyingAfter))
    await this.kill()
  }

  /** Ends it like a power cut. */
  async kill(): Promise<void> {
    const ending = this.#running
    this.#running = undefined
    ending?.child.kill('SIGKILL')
    await ending?.ended
    if (ending) this.#complaints.push(...complaintsIn(ending))
  }

  /** Unexpected output since the last call. */
  complaints(): string[] {
    return this.#complaints.splice(0)
  }
}

/** The random steps of some worlds delete objects that the timeline of the scenario names. */
const LIST_DELETED = /The step \S+ of the timeline of the world more-\d+ was refused: There is no list /

/** Output of a process other than lines about calls. */
function complaintsIn({ out, err }: Process): string[] {
  const said = out()
    .split('\n')
    .filter((line) => line.includes('"type":"defect"') || (line.includes('"type":"notice"') && !LIST_DELETED.test(line)))
  return [...said, ...(err() === '' ? [] : [err()])]
}
