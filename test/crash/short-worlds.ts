import type { Dice } from '../simulation/dice.ts'
import type { Line } from './line.ts'
import { accessOf, type WorldAccess } from './view.ts'
import type { Body } from '../mock.ts'

/** A world that lives for a few calls only. */
interface Short {
  readonly access: WorldAccess
  readonly members: string[]
  /** A member that may exist, since its call has no response. */
  doubtful?: string
}

const MEMBERS = '/3.0/lists/aaaaaaaaaa/members'

/** Worlds that are continuously created, forked and deleted, by one client after the other. */
export class ShortWorlds {
  readonly #there = new Map<string, Short>()
  readonly #gone = new Map<string, WorldAccess>()
  readonly #dice: Dice
  readonly #report: (wrong: string) => void
  /** A world that may have been created, with its contents, or may have been deleted. */
  #made: { readonly id: string; readonly members: readonly string[] } | undefined
  #deleted: string | undefined
  #named = 0
  acknowledged = 0

  constructor(dice: Dice, report: (wrong: string) => void) {
    this.#dice = dice
    this.#report = report
  }

  /** Takes one step. */
  async step(line: Line): Promise<unknown> {
    const shorts = [...this.#there.values()]
    const short = shorts.length > 0 ? this.#dice.oneOf(shorts) : undefined
    if (!short || (shorts.length < 3 && this.#dice.often(20))) return this.#make(line)
    if (shorts.length > 2 || this.#dice.often(20)) return this.#delete(line, short)
    return this.#dice.often(30) ? this.#make(line, short) : this.#join(line, short)
  }

  /** Compares the existing worlds with the expected ones, and their contents. */
  async compare(line: Line, others: readonly string[]): Promise<void> {
    const { worlds } = (await line.call('GET /_control/worlds')).body
    const found = new Map<string, Body>(worlds.map((world: Body) => [world.id, world]))
    this.#learn(found)
    for (const id of others) if (!found.has(id)) this.#report(`the world ${id} is lost`)
    for (const id of found.keys())
      if (!this.#there.has(id) && !others.includes(id))
        this.#report(`the world ${id} exists, but no answer named it, or it was deleted`)
    await Promise.all([...this.#there.values()].map((short) => this.#check(line, short, found)))
    for (const { id, key } of [...this.#gone.values()].slice(-2)) {
      const { status } = await line.call('GET /3.0/ping', undefined, key)
      if (status !== 401) this.#report(`the key of the world ${id}, which was deleted, is answered ${status}`)
    }
  }

  /** Deletes the remaining worlds. */
  async clear(line: Line): Promise<void> {
    for (const short of this.#there.values()) await this.#delete(line, short)
  }

  #learn(found: ReadonlyMap<string, Body>): void {
    const made = this.#made && found.get(this.#made.id)
    if (made) this.#there.set(made.id, { access: accessOf(made), members: [...(this.#made?.members ?? [])] })
    this.#made = undefined
    const deleted = this.#deleted === undefined || found.has(this.#deleted) ? undefined : this.#there.get(this.#deleted)
    if (deleted) this.#markDeleted(deleted)
    this.#deleted = undefined
  }

  async #check(line: Line, short: Short, found: ReadonlyMap<string, Body>): Promise<void> {
    const { access, members, doubtful } = short
    if (!found.has(access.id)) return this.#report(`the world ${access.id} is lost`)
    const { status, body } = await line.call(`GET ${MEMBERS}?count=1000&fields=members.email_address`, undefined, access.key)
    if (status !== 200) return this.#report(`the key of ${access.id} is answered ${status}`)
    const names: string[] = body.members.map(({ email_address }: Body) => email_address)
    const own = names.filter((name) => name.endsWith('@short.test'))
    if (doubtful !== undefined && own.includes(doubtful)) members.push(doubtful)
    delete short.doubtful
    if (own.toSorted().join() !== members.toSorted().join())
      this.#report(`the world ${access.id} has ${own.join(', ')} instead of ${members.join(', ')}`)
  }

  async #make(line: Line, origin?: Short): Promise<void> {
    const id = `short-${++this.#named}`
    const members = origin?.members.slice() ?? []
    this.#made = { id, members }
    const { status, body } = await (origin
      ? line.call(`POST /_control/worlds/${origin.access.id}/fork`, { id })
      : line.call('POST /_control/worlds', { id, scenario: 'starter', settings: { connections: 0 } }))
    this.#made = undefined
    if (status !== 201) return this.#report(`the world ${id} could not be made: ${status} ${JSON.stringify(body)}`)
    this.acknowledged++
    this.#there.set(id, { access: accessOf(body), members })
  }

  async #join(line: Line, short: Short): Promise<void> {
    const email_address = `one-${++this.#named}@short.test`
    short.doubtful = email_address
    const { status, body } = await line.call(`POST ${MEMBERS}`, { email_address, status: 'subscribed' }, short.access.key)
    delete short.doubtful
    if (status !== 200) return this.#report(`no member could be added to ${short.access.id}: ${status} ${JSON.stringify(body)}`)
    this.acknowledged++
    short.members.push(email_address)
  }

  async #delete(line: Line, short: Short): Promise<void> {
    const { id } = short.access
    this.#deleted = id
    const { status } = await line.call(`DELETE /_control/worlds/${id}`)
    this.#deleted = undefined
    if (status !== 204) return this.#report(`the world ${id} could not be deleted: ${status}`)
    this.acknowledged++
    this.#markDeleted(short)
  }

  #markDeleted(short: Short): void {
    this.#there.delete(short.access.id)
    this.#gone.set(short.access.id, short.access)
  }
}
