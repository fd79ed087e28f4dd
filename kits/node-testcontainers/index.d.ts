import type { Maildouble } from 'maildouble/client'
import type { AbstractStartedContainer, GenericContainer, StartedTestContainer } from 'testcontainers'

/** The name of this machine in the container: webhooks reach it by `world.receiver({ host: HOST })`. */
export const HOST: 'host.docker.internal'

/**
 * A server in a container, from an image of maildouble.
 *
 * @example
 * const container = await new MaildoubleContainer('ghcr.io/maildouble/maildouble:0.1.0').start()
 * const world = await container.client().worlds.create({ scenario: 'newsletter' })
 * await container.stop()
 */
export class MaildoubleContainer extends GenericContainer {
  /** Your own scenarios, from a folder of this machine. */
  withScenarioDir(folder: string): this
  start(): Promise<StartedMaildoubleContainer>
}

/** A server that runs. */
export class StartedMaildoubleContainer extends AbstractStartedContainer {
  constructor(started: StartedTestContainer, url: string)
  /** The address of the server, from this machine. */
  readonly url: string
  /** A client of the server. */
  client(): Maildouble
}
