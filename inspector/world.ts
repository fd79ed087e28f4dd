import { createContext, useContext } from 'hono/jsx/dom'
import type { Schemas } from '../src/kit/client/contract.ts'
import { SERVER_URL } from './connection.ts'

/** The world that the page shows. */
export type World = Schemas['World']

export const WorldContext = createContext<World | undefined>(undefined)

/** The world that the page shows. Throws outside of a page. */
export function useWorld(): World {
  const world = useContext(WorldContext)
  if (!world) throw new Error('No world has been loaded yet.')
  return world
}

/** The path of a world's API as this browser reaches it, up to but not including `/3.0`. */
export function makeApiUrl({ id }: Pick<World, 'id'>): string {
  return SERVER_URL + (id === 'default' ? '' : `/_worlds/${id}`)
}
