import { spawn, type ChildProcess } from 'node:child_process'
import { freePort } from '../servers/free-port.ts'

/** The script that starts everything on this machine, on free ports. */
export interface LocalScript {
  readonly child: ChildProcess
  readonly url: string
  readonly valkeyPort: number
  readonly out: () => string
  readonly err: () => string
  readonly ended: Promise<number | NodeJS.Signals | null>
}

/** Starts `deploy/local.sh` with three processes of a program. */
export async function runLocalScript(maildouble: string, args: readonly string[] = []): Promise<LocalScript> {
  const [port, valkeyPort] = [await freePort(), await freePort()]
  const processPorts = [await freePort(), await freePort(), await freePort()]
  const options = ['--port', String(port), '--valkey-port', String(valkeyPort), '--process-ports', processPorts.join(',')]
  const child = spawn('bash', ['deploy/local.sh', ...options, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, MAILDOUBLE: maildouble },
  })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text))
  const ended = new Promise<number | NodeJS.Signals | null>((done) => child.once('close', (code, signal) => done(code ?? signal)))
  return { child, url: `http://127.0.0.1:${port}`, valkeyPort, out: () => texts.out, err: () => texts.err, ended }
}
