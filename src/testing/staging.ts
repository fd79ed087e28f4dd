import { RefusedError, type Maildouble, type World, type WorldOptions } from '../client/index.ts'
import { newWorld } from './new-world.ts'
import { unfiredFaults } from './unfired.ts'
import { worldIdOf, type Attempt } from './world-id.ts'

/** How a test went so far. */
export interface Outcome {
  /** Whether it counts: tests that are skipped do not, nor do those that are meant to fail. */
  readonly isJudged: boolean
  readonly hasFailed: boolean
}

/** Keeps what happened in a world, and tells a person where. */
export type Keep = (world: World) => Promise<string>

/** The world of a test, from its beginning to its end. */
export class Staging {
  readonly world: World
  #complaint: Promise<Error | undefined> | undefined

  private constructor(world: World) {
    this.world = world
  }

  static async begin(maildouble: Maildouble, attempt: Attempt, options: WorldOptions): Promise<Staging> {
    return new Staging(await newWorld(maildouble, worldIdOf(attempt), options))
  }

  /** Throws what is wrong with a test that went well otherwise: faults that must fire and did not. */
  async complain({ isJudged, hasFailed }: Outcome): Promise<void> {
    const complaint = isJudged && !hasFailed ? await this.#judged() : undefined
    if (complaint) throw complaint
  }

  /** Keeps what happened if the test has failed, and takes the world away. Never throws: `complain` does, and it can come afterwards. */
  async end({ isJudged, hasFailed }: Outcome, keep: Keep): Promise<void> {
    // It is found out while the world is there.
    const complaint = isJudged ? await this.#judged() : undefined
    try {
      if (isJudged && (hasFailed || complaint)) {
        const told = await keep(this.world)
        console.error(hasFailed && complaint ? `${complaint.message}\n${told}` : told)
      }
    } catch (error) {
      tell(error, `What happened in the world ${this.world.id} could not be kept`)
    }
    await this.world.delete().catch((error: unknown) => tell(error, `The world ${this.world.id} could not be deleted`))
  }

  #judged(): Promise<Error | undefined> {
    return (this.#complaint ??= unfiredFaults(this.world).catch((error: unknown) => {
      if (isGone(error)) return undefined
      return error instanceof Error ? error : new Error(String(error))
    }))
  }
}

/** A test may delete its world itself. */
function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 404
}

function tell(error: unknown, what: string): void {
  if (!isGone(error)) console.error(`maildouble: ${what}: ${error instanceof Error ? error.message : String(error)}`)
}
