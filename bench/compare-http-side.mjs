// Starts the program of a build, and calls it over a connection within this process: node bench/compare-http-side.mjs FOLDER CALL LOG. Each message
// of the parent is answered with the CPU time of a call in microseconds; without a parent, for a profiler, it makes 30,000 calls.
import { Server } from 'node:net'
import { resolve } from 'node:path'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

const [folder = '', what = 'POST of a new member', log = 'silent'] = process.argv.slice(2)
const CALLS = 100
/** Number of calls after which the world is reset, so that its list does not grow without end. */
const CALLS_OF_WORLD = 1_000
/** Number of calls that are made before the event loop goes on, as with eight connections. */
const AT_ONCE = 8
const TURNS_ALONE = 300

/** The client's side of a connection. */
class Connection extends Duplex {
  /** @type {(answer: string) => void} */
  #done = () => {}

  constructor() {
    super({ decodeStrings: false })
    this.remoteAddress = '127.0.0.1'
  }

  /** The beginning of the answer to a request. @param {Buffer} sent @returns {Promise<string>} */
  call(sent) {
    const answer = new Promise((/** @type {(answer: string) => void} */ done) => (this.#done = done))
    this.push(sent)
    return answer
  }

  /** @override */
  _read() {}

  /** @override @param {string | Buffer} chunk @param {string} _encoding @param {() => void} done */
  _write(chunk, _encoding, done) {
    if (chunk.length > 0) this.#done(typeof chunk === 'string' ? chunk : chunk.toString('latin1'))
    done()
  }

  /** @override @param {{ chunk: string | Buffer }[]} chunks @param {() => void} done */
  _writev(chunks, done) {
    for (const { chunk } of chunks) this._write(chunk, '', () => {})
    done()
  }

  setTimeout() {
    return this
  }
}

const server = await startedServer()
const connection = new Connection()
server.emit('connection', connection)
const address = server.address()
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const list = '/3.0/lists/aaaaaaaaaa/members'
/** @type {any} */
const { members } = await (await fetch(`${url}${list}?count=1`, { headers: { authorization: 'Bearer bench-dc1' } })).json()
const one = `${list}/${members[0].id}`

/** The method, the path and the body of each call. @type {Record<string, (number: number) => [string, string, object?]>} */
const calls = {
  'GET of one member': () => ['GET', one],
  'POST of a new member': (number) => ['POST', list, member(number, 'subscribed')],
  'PATCH of a member': (number) => ['PATCH', one, { merge_fields: { FNAME: `Ada${number}` } }],
  'refused: 404': () => ['GET', `${list}/${'0'.repeat(32)}`],
  'refused: 400': (number) => ['POST', list, member(number, 'absent')],
  'refused: 401': () => ['GET', one],
}
const expected = `HTTP/1.1 ${/\d{3}$/.exec(what)?.[0] ?? 200} `
let made = 0

process.on('message', () => void turn().then((used) => process.send?.(used)))
if (process.send) process.send(0)
else {
  for (let i = 0; i < TURNS_ALONE; i++) await turn()
  process.exit()
}

/** Microseconds of CPU time per call. */
async function turn() {
  // The reset takes a connection of its own.
  if (made % CALLS_OF_WORLD === 0) await fetch(`${url}/_control/reset`, { method: 'POST' })
  const requests = Array.from({ length: CALLS }, () => request(made++))
  const began = process.cpuUsage()
  for (const [i, each] of requests.entries()) {
    const answer = await connection.call(each)
    if (!answer.startsWith(expected)) throw new Error(`${what}: ${answer}`)
    if (i % AT_ONCE === 0) await setImmediate()
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / CALLS
}

/** @param {number} number */
function request(number) {
  const call = calls[what]
  if (!call) throw new Error(`There is no call '${what}'.`)
  const [method, path, body] = call(number)
  const text = body ? JSON.stringify(body) : ''
  const key = what === 'refused: 401' ? [] : ['authorization: Bearer bench-dc1']
  const about = body ? ['content-type: application/json', `content-length: ${text.length}`] : []
  return Buffer.from([`${method} ${path} HTTP/1.1`, `host: 127.0.0.1`, ...key, ...about, '', text].join('\r\n'))
}

/** @param {number} number @param {string} status */
function member(number, status) {
  return { email_address: `new${number}@acme.test`, status, merge_fields: { FNAME: 'Ada' } }
}

/** Runs the program until its server listens. @returns {Promise<Server>} */
async function startedServer() {
  const { listen } = Server.prototype
  const listening = new Promise((/** @type {(server: Server) => void} */ done) => {
    // The program does not hand out its server.
    Server.prototype.listen = function (/** @type {any[]} */ ...given) {
      this.once('listening', () => done(this))
      return Reflect.apply(listen, this, given)
    }
  })
  process.argv = [process.execPath, resolve(folder, 'cli.js'), 'serve', '--port', '0', '--log', log]
  await import(resolve(folder, 'cli.js'))
  return listening
}
