// npm run bench: compares the double with a bare Hono server, in turns in one run.
import { bigAudience } from './big-audience.mjs'
import { measuredOn } from './measured-on.mjs'
import { socket } from './socket.mjs'
import { table } from './table.mjs'
import { withoutSocket } from './without-socket.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

const figures = [...(await socket(ROUNDS, SECONDS)), ...withoutSocket(), ...(await bigAudience())]

console.log(`${measuredOn()}\n`)
console.log(table(figures))
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0
