import { startServer } from 'maildouble'

export default async function startDouble() {
  globalThis.maildouble = await startServer()
  process.env.MAILDOUBLE_URL = globalThis.maildouble.url
}
