import { connect } from 'maildouble/client'
import { AbstractStartedContainer, GenericContainer, RandomPortGenerator, Wait } from 'testcontainers'

export const HOST = 'host.docker.internal'

const PORT = 4030
const TOKEN = 'testcontainers'
const SCENARIOS = '/scenarios'

export class MaildoubleContainer extends GenericContainer {
  withScenarioDir(folder) {
    this.withEnvironment({ MAILDOUBLE_SCENARIO_DIR: SCENARIOS })
    return this.withCopyDirectoriesToContainer([{ source: folder, target: SCENARIOS }])
  }

  async start() {
    // Answers contain the address of the server, so its port is chosen before the container starts.
    const port = await new RandomPortGenerator().generatePort()
    const url = `http://localhost:${port}`
    this.withEnvironment({
      MAILDOUBLE_PUBLIC_URL: url,
      MAILDOUBLE_CONTROL_TOKEN: TOKEN,
      MAILDOUBLE_SCENARIO: 'empty',
      MAILDOUBLE_CREDENTIALS: 'known',
      MAILDOUBLE_ALLOW_EGRESS: HOST,
    })
      .withExposedPorts({ container: PORT, host: port })
      .withExtraHosts([{ host: HOST, ipAddress: 'host-gateway' }])
      .withWaitStrategy(Wait.forHealthCheck())
    return new StartedMaildoubleContainer(await super.start(), url)
  }
}

export class StartedMaildoubleContainer extends AbstractStartedContainer {
  constructor(started, url) {
    super(started)
    this.url = url
  }

  client() {
    return connect({ url: this.url, controlToken: TOKEN })
  }
}
