import { startEmptyServer } from '../empty-server.ts'
import { openBrowser } from '../open-browser.ts'
import { paintFor } from '../output.ts'
import { placeText, readBundles, replayHere, replayText, type ReplayResult } from '../replay/replay.ts'
import { endOnSignals } from '../signals.ts'
import type { InspectOptions } from './options.ts'

/** Serves the worlds of a failed test, or of one bundle, and prints where the inspector shows them. */
export async function inspect(path: string, { port, scenarioDir, open = false }: InspectOptions): Promise<void> {
  const bundles = await readBundles(path)
  const server = await startEmptyServer({ port, scenarioDir })
  endOnSignals({ onSignal: () => {}, stop: server.stop })
  try {
    for (const [index, { file, bundle }] of bundles.entries()) {
      const replayed = await replayHere(server, bundle, { file, scenarioDir })
      const address = `${server.url}/_inspector/?world=${replayed.world.id}&page=requests`
      console.log(`${index === 0 ? '' : '\n'}${textOf(replayed, address)}`)
      if (open && index === 0) openBrowser(address, console.error)
    }
  } catch (error) {
    await server.stop()
    throw error
  }
  console.log('\nServing until interrupted.')
}

function textOf(replayed: ReplayResult, address: string): string {
  return `${replayText(replayed, paintFor(process.stdout))}\n\n${placeText(replayed)}\n  Inspect  ${address}`
}
