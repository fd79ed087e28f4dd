import { isoMillis } from '../support/time.ts'
import { ControlError } from './errors.ts'
import type { ControlOperations } from './operation.ts'
import { stationOf } from './stream-feeds.ts'
import { readerOf } from './stream-reader.ts'

/** So many streams of one world may be open. */
const STREAMS_MAX = 100

export const streamOperations = {
  getStream({ stage, cell, query: { types, last_event_id }, header, gone }) {
    stage.pacer.sync(cell)
    const resumed = numberIn(header('last-event-id')) ?? last_event_id
    const station = stationOf(stage, cell)
    const { feed } = station
    if (feed.listeners.size >= STREAMS_MAX) {
      throw new ControlError(
        409,
        `${STREAMS_MAX} streams of this world are open, which is as many as there may be. Close some first.`,
      )
    }
    station.open()
    const at = resumed ?? feed.last
    // A number without an event is where whoever is cut off before the first one goes on.
    const start = resumed === undefined ? `id: ${at}\n` : ''
    const now = isoMillis(cell.world.clock.now)
    const reader = readerOf(feed, {
      greeting: `: The world ${cell.world.id}, in which it is ${now}.\nretry: ${RETRY_MS}\n${start}\n`,
      at,
      types,
      gone,
      left: () => station.linger(),
    })
    if (stage.ended.aborted) feed.end('The server stops.')
    return reader
  },
} satisfies Partial<ControlOperations>

/** So long a client is asked to wait before it comes back. */
const RETRY_MS = 1_000

function numberIn(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined
  if (/^\d{1,15}$/.test(header)) return Number(header)
  throw new ControlError(422, 'The header Last-Event-ID must be the number of the last event that was received.')
}
