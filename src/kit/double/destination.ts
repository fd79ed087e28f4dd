import { decodePercent } from '../../kernel/support/percent.ts'

/** The target of a path: the part of the server, the world, and the rest of the path. */
export interface PathTarget {
  readonly part: 'control' | 'inspector' | 'reference' | 'assistants' | 'service' | 'schema' | 'public' | 'nowhere'
  readonly world?: string
  readonly below: string
}

export function parsePathTarget(pathname: string): PathTarget {
  if (pathname.startsWith('/_worlds/')) {
    const slash = pathname.indexOf('/', '/_worlds/'.length)
    const end = slash === -1 ? pathname.length : slash
    const world = decodePercent(pathname.slice('/_worlds/'.length, end))
    return { ...inWorld(pathname.slice(end)), world }
  }
  const below = behind(pathname, '/_control')
  if (below !== undefined) return { part: 'control', below }
  const file = behind(pathname, '/_inspector')
  if (file !== undefined) return { part: 'inspector', below: file }
  const page = behind(pathname, '/_docs')
  if (page !== undefined) return { part: 'reference', below: page }
  const message = behind(pathname, '/_mcp')
  return message === undefined ? inWorld(pathname) : { part: 'assistants', below: message }
}

function inWorld(pathname: string): PathTarget {
  const service = behind(pathname, '/3.0')
  if (service !== undefined) return { part: 'service', below: service }
  const schemas = behind(pathname, '/schema/3.0')
  if (schemas !== undefined) return { part: 'schema', below: schemas }
  const isPublic = PUBLIC.some((prefix) => behind(pathname, prefix) !== undefined)
  return { part: isPublic ? 'public' : 'nowhere', below: pathname }
}

/** The paths of pages, files and the sign-in. */
const PUBLIC = ['/oauth2', '/_files', '/_public', '/docs/errors']

/** The rest of a path after a prefix. Returns `undefined` if it doesn't start with the prefix. */
function behind(pathname: string, prefix: string): string | undefined {
  if (!pathname.startsWith(prefix)) return undefined
  const next = pathname[prefix.length]
  return next === undefined || next === '/' ? pathname.slice(prefix.length) : undefined
}
