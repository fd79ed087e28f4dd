import { links, type Schemas } from '../contract/service.ts'
import type { LinkTarget } from '../contract/route.ts'
import type { Tx } from '../world/tx.ts'

type Link = Schemas['Link']
type Linked = keyof typeof links

const tables: { readonly [schema: string]: { readonly [rel: string]: LinkTarget } } = links

/** The calls that a resource offers next, from the contract: `schema` names it, `path` fills the parameters of the paths. */
export function linksOf(tx: Tx, schema: Linked, path: { readonly [parameter: string]: string | number } = {}): Link[] {
  const base = tx.world.base_url
  return Object.entries(tables[schema] ?? {}).map(([rel, target]) => {
    const href = `${base}/3.0${target.path.replace(/\{(\w+)\}/g, (braces, name: string) => {
      const value = path[name]
      return value === undefined ? braces : encodeURIComponent(value)
    })}`
    if (target.method === 'DELETE') return { rel, href, method: 'DELETE' }
    const definitions = `${base}/schema/3.0/Definitions/${target.schemaName}`
    return {
      rel,
      href,
      method: target.method as Link['method'],
      ...(target.method === 'GET' ? { targetSchema: `${definitions}/${target.collection ? 'CollectionResponse' : 'Response'}.json` } : {}),
      ...(target.body ? { schema: `${definitions}/${target.method}.json` } : {}),
    }
  })
}
