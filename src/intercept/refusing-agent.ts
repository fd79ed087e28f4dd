import http from 'node:http'
import https from 'node:https'

/** An agent that has no connection for anybody: requests end with the error before a name is looked up. */
export function refusingAgent(protocol: string, error: Error): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent() : new http.Agent()
  agent.createConnection = (_, done) => {
    // Where there is an error, Node looks at nothing else.
    ;(done as ((error: Error) => void) | undefined)?.(error)
    return undefined
  }
  return agent
}
