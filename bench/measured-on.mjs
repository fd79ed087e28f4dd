// What a published table names: the day, the commit, Node and the machine.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** In one line. */
export function measuredOn() {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, commit ${commit}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})`
}
