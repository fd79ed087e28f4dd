import http from 'node:http'
import https from 'node:https'

/** An agent whose requests fail with an error before any name is looked up. */
export function refusingAgent(protocol: string, error: Error): http.Agent {
  const agent = protocol === 'https:' ? new https.Agent() : new http.Agent()
  agent.createConnection = (_, done) => {
    // After an error, Node ignores the other arguments.
    ;(done as ((error: Error) => void) | undefined)?.(error)
    return undefined
  }
  return agent
}
