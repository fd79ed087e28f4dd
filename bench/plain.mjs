// The rival: a plain node:http server that parses members and stores them. It has no framework, validation, links, journal or
// indexes, so that its rate is about the most that a server in Node can reach.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port = '0', file = ''] = process.argv.slice(2)
/** A member of the double; new ones get its fields too, so that answers are as long as those of the double. */
const member = JSON.parse(readFileSync(file, 'utf8'))
/** Members by the last part of their path; new ones by their address. */
const members = new Map([[member.id, member]])

createServer((request, response) => {
  const path = request.url ?? ''
  const key = path.slice(path.lastIndexOf('/') + 1)
  if (request.method === 'GET') return send(response, members.get(key))
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    const fields = JSON.parse(text)
    const stored = { ...(members.get(key) ?? member), ...fields }
    members.set(request.method === 'POST' ? fields.email_address : key, stored)
    send(response, stored)
  })
}).listen(Number(port), '127.0.0.1')

/** @param {import('node:http').ServerResponse} response @param {unknown} stored */
function send(response, stored) {
  const text = JSON.stringify(stored ?? {})
  response.writeHead(stored ? 200 : 404, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
