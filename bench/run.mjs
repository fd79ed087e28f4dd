// npm run bench: compares the double with a bare Hono server, in turns in one run.
import { bigAudience } from './big-audience.mjs'
import { drivers } from './drivers.mjs'
import { measuredOn } from './measured-on.mjs'
import { processes } from './processes.mjs'
import { recovery } from './recovery.mjs'
import { socket } from './socket.mjs'
import { table } from './table.mjs'
import { withoutSocket } from './without-socket.mjs'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)

const figures = [...(await socket(ROUNDS, SECONDS)), ...withoutSocket(), ...(await bigAudience()), ...(await recovery())]

console.log(`${measuredOn()}\n`)
console.log(table(figures))
console.log(`\n${await drivers(ROUNDS)}`)
console.log(`\n${await processes(3, SECONDS)}`)
process.exitCode = figures.some((figure) => figure.holds === false) ? 1 : 0
