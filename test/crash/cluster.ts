import { freePort } from '../servers/free-port.ts'
import { startHaproxy, type Haproxy } from '../servers/haproxy.ts'
import { startValkey, type ValkeyServer } from '../servers/valkey.ts'
import type { Dice } from '../simulation/dice.ts'
import { CliProcess } from './cli-process.ts'
import type { Subject } from './subject.ts'

/** Number of processes that share the store. */
const PROCESSES = 3

/** Processes of `maildouble serve` on one Valkey, behind the shipped HAProxy configuration. */
export class Cluster {
  readonly haproxy: Haproxy
  readonly processes: readonly CliProcess[]
  readonly #valkey: ValkeyServer

  constructor(haproxy: Haproxy, processes: readonly CliProcess[], valkey: ValkeyServer) {
    this.haproxy = haproxy
    this.processes = processes
    this.#valkey = valkey
  }

  /** The URLs of the individual processes. */
  get urls(): readonly string[] {
    return this.processes.map(({ port }) => `http://127.0.0.1:${port}`)
  }

  /** Starts all processes that are not running. */
  async start(): Promise<void> {
    await Promise.all(this.processes.filter(({ isRunning }) => !isRunning).map((each) => each.start()))
  }

  /** Kills one running process each time. After the first time nothing is started, after the second all dead ones are. */
  subject(dice: Dice): Subject {
    let kills = 0
    return {
      url: this.haproxy.url,
      isOne: false,
      start: async () => {
        if (kills % 2 === 0) await this.start()
      },
      kill: async () => {
        kills++
        await dice.oneOf(this.processes.filter(({ isRunning }) => isRunning)).kill()
      },
      complaints: () => this.complaints(),
      end: () => this.start(),
    }
  }

  complaints(): string[] {
    return this.processes.flatMap((each) => each.complaints())
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    await this.haproxy.stop()
    await Promise.all(this.processes.map((each) => each.kill()))
    await this.#valkey.stop()
  }
}

/** Starts everything. */
export async function startCluster(): Promise<Cluster> {
  const ports: number[] = []
  while (ports.length < PROCESSES) ports.push(await freePort())
  const valkey = await startValkey()
  const haproxy = await startHaproxy(ports.map((port) => `127.0.0.1:${port}`))
  const args = ['--store', valkey.url, '--public-url', haproxy.url]
  const cluster = new Cluster(
    haproxy,
    ports.map((port) => new CliProcess(port, args)),
    valkey,
  )
  try {
    await cluster.start()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
