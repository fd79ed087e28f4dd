// npm run bench [-- WORD]: compares the double with a bare Hono server, in turns in one run. With a word, such as GET, only the calls over a socket
// with this word in their names are made.
import { bigAudience } from './big-audience.mjs'
import { measuredOn } from './measured-on.mjs'
import { socket } from './socket.mjs'
import { table } from './table.mjs'
import { withoutSocket } from './without-socket.mjs'

const CALLS = Number(process.env['BENCH_CALLS'] ?? 5_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

const [, , word] = process.argv
const figures = await socket(ROUNDS, CALLS, word)
if (word === undefined) figures.push(...withoutSocket(), ...(await bigAudience()))

console.log(`${measuredOn()}\n`)
console.log(table(figures))
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0
