import { startOwnServer } from '../own-server.ts'
import { openBrowser } from '../open-browser.ts'
import { endOnSignals } from '../signals.ts'
import { type BundleFile, type InspectOptions, readBundles, replayAll, replayHere, replayInProcess, replayOn } from './replay.ts'

/**
 * Replays bundles, and serves their worlds with the inspector until the process is stopped. With `check`, it only replays them; with `url`, a
 * running server serves them.
 */
export async function inspect(path: string, options: InspectOptions): Promise<void> {
  const { url, controlToken, check = false } = options
  const bundles = await readBundles(path)
  if (url !== undefined) await replayAll(bundles, options, ({ bundle }) => replayOn({ url, controlToken }, bundle))
  else if (check) await replayInProcess(bundles, options)
  else await serveReplays(bundles, options)
}

async function serveReplays(bundles: readonly BundleFile[], options: InspectOptions): Promise<void> {
  const { scenarioDir, open = false, json = false } = options
  const server = await startOwnServer(options)
  endOnSignals({ onSignal: () => {}, stop: server.stop })
  try {
    const [first] = await replayAll(bundles, options, ({ file, bundle }) => replayHere(server, bundle, { file, scenarioDir }))
    if (open && first) openBrowser(first.inspector, console.error)
  } catch (error) {
    await server.stop()
    throw error
  }
  if (!json) console.log('\nServing until interrupted.')
}
