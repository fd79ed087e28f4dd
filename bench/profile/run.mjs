// npm run bench:profile [-- name]: what each part of the code takes of the CPU time or the memory of one thing that `npm run bench`
// measures: a call over a socket (by default the POST of a new member), a start, a test with the fixtures, many worlds. Profiles stay
// in .cache/profile/cpu and .cache/profile/heap, and can be opened with the developer tools of a browser.
import { profiledCalls } from './calls.mjs'
import { profiledMemory } from './memory.mjs'
import { profiledProcesses } from './processes.mjs'

const POST = 'POST of a new member'

/** A function for each name that writes the tables of a profile. @type {Record<string, () => Promise<string>>} */
const profiles = { ...profiledCalls, ...profiledProcesses, ...profiledMemory }

const [name = POST] = process.argv.slice(2)
const profile = profiles[name]
if (!profile) throw new Error(`There is no profile '${name}'. The profiles are:\n${Object.keys(profiles).join('\n')}`)
const tables = await profile()
console.log(`${new Date().toISOString().slice(0, 10)}, Node ${process.version}\n\n${tables}`)
