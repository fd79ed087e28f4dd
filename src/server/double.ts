import type { Hono } from 'hono'
import type { Access } from '../control/guard.ts'
import type { Stage } from '../control/operation.ts'
import { Courier } from '../host/courier.ts'
import { Egress } from '../host/egress.ts'
import { Pacer } from '../host/pacer.ts'
import type { WorldWish } from '../scenarios/scenarios.ts'
import { Worlds, type Cell } from '../host/worlds.ts'
import type { NodeBindings } from '../http/call.ts'
import { rules } from '../calls/rules.ts'
import { realNow } from '../support/time.ts'
import { createApp } from './app.ts'
import type { World } from '../world/world.ts'
import { version } from './version.ts'

/** What a double is put together from. */
export interface Parts {
  readonly publicUrl: string
  readonly access: Access
  readonly log: (message: string) => void
  readonly build: (wish: WorldWish) => Promise<World>
  /** Whom webhooks may be sent to; nobody but this machine if it is left out. */
  readonly egress?: Egress
}

/** A server without a socket: its worlds, and the whole of it as a fetch handler. */
export interface Assembled {
  readonly app: Hono<{ Bindings: NodeBindings }>
  readonly stage: Stage
  /** Makes the world `default`, to which requests come that name no other. */
  readonly begin: (wish: Omit<WorldWish, 'id' | 'base_url'>) => Promise<Cell>
  /** Sends nothing more. */
  readonly end: () => void
}

/** Wires the parts into one server. */
export function assemble({ publicUrl, access, log, build, egress = new Egress() }: Parts): Assembled {
  const began = realNow()
  const worlds = new Worlds()
  const pacer: Pacer = new Pacer(rules, log, () => courier)
  const courier = new Courier({ worlds, pacer, egress, log })
  const stage: Stage = { worlds, pacer, courier, version, publicUrl, uptime: () => realNow() - began, build }
  return {
    app: createApp(stage, access, log),
    stage,
    begin: async (wish) => {
      const cell = worlds.add(await build({ ...wish, id: 'default', base_url: publicUrl }))
      pacer.watch(cell)
      return cell
    },
    end: () => courier.stop(),
  }
}
