import type { Body } from '../../mock.ts'
import { answering, sendingWorld } from '../../outbound/delivery-world.ts'

type Given = Parameters<typeof sendingWorld>

/** A world with one delivery to a receiver that answers as given, and actions on that delivery. */
export async function sent(statuses: number[], ...given: Given) {
  const world = await sendingWorld(...given)
  const { url, received } = await answering(...statuses)
  const webhook = await world.hook(url)
  await world.subscribe()
  await world.advance({ by: 0 })
  const resend = (id: number | string = 1) => world.call(`POST /_control/deliveries/${id}/resend`)
  const first = async (): Promise<Body> => (await world.call('GET /_control/deliveries/1')).body
  return { ...world, webhook, url, received, resend, first }
}
