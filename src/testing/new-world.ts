import { MaildoubleError, RefusedError, type Maildouble, type World, type WorldOptions } from '../client/index.ts'
import { version } from '../server/version.ts'
import { isOfEnvironment } from './environment.ts'

/** So many runs may hold the same test at one server at the same time. */
const ALIKE_MAX = 50

/**
 * Makes the world of a test. Where its id is taken, by the same test of another run at the same server, it gets a number; an id that is
 * asked for is used as it is. Throws a `MaildoubleError` that says what is wrong with the options.
 */
export async function newWorld(maildouble: Maildouble, id: string, options: WorldOptions): Promise<World> {
  for (let nth = 1; ; nth++) {
    try {
      return await maildouble.worlds.create({ id: nth === 1 ? id : `${id}-${nth}`, ...options })
    } catch (error) {
      if (options.id !== undefined || nth === ALIKE_MAX || !isIdTaken(error)) throw await explained(error, maildouble)
    }
  }
}

function isIdTaken(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 409 && pointers(error).includes('/id')
}

/** What a person needs to put it right. */
async function explained(thrown: unknown, maildouble: Maildouble): Promise<unknown> {
  if (!(thrown instanceof RefusedError)) return thrown
  const lines = [`The world of this test could not be made. ${thrown.message}`]
  if (pointers(thrown).includes('/scenario')) lines.push(whereScenariosAre(maildouble))
  const theirs = (await maildouble.health().catch(() => undefined))?.version
  if (theirs !== undefined && theirs !== version) {
    const where = isOfEnvironment(maildouble)
      ? `the server at MAILDOUBLE_URL=${maildouble.url}`
      : `the server at ${maildouble.url}`
    lines.push(
      `These fixtures are those of maildouble ${version}, ${where} is maildouble ${theirs}: they may not fit each other.`,
    )
  }
  return new MaildoubleError(lines.join('\n'))
}

function whereScenariosAre(maildouble: Maildouble): string {
  return isOfEnvironment(maildouble)
    ? `Scenarios of your own are those of the server at MAILDOUBLE_URL=${maildouble.url}: it takes them from its --scenario-dir.`
    : 'Scenarios of your own are taken from the folder that MAILDOUBLE_SCENARIO_DIR names in the environment of the tests.'
}

function pointers({ problem }: RefusedError): readonly string[] {
  return problem.errors?.map(({ pointer }) => pointer) ?? []
}
