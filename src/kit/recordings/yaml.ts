import { md5 } from '../../kernel/support/digest.ts'
import { Unreadable } from './body.ts'

/** Maximum number of values after resolving aliases within aliases. */
const ALIASES_MAX = 1_000

/**
 * Parses the YAML of a cassette. Tags of programming languages make nothing but texts, and binary values become bytes. Aliases are resolved up
 * to a limit. Embedded Ruby is not run: each expression becomes the same ten digits wherever it stands, so that ids fit.
 */
export async function readCassetteText(text: string): Promise<unknown> {
  const yaml = await import('yaml')
  const bytes = (tag: string) => ({
    tag,
    identify: () => false,
    resolve: (packed: string) => new Uint8Array(Buffer.from(packed, 'base64')),
  })
  try {
    return yaml.parse(withoutErb(text), {
      customTags: [bytes('!binary'), bytes('tag:yaml.org,2002:binary')],
      maxAliasCount: ALIASES_MAX,
      uniqueKeys: false,
      // Errors are thrown, warnings about unknown tags are not printed.
      logLevel: 'error',
    })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new Unreadable(`is neither JSON nor YAML that can be read: ${reason.replace(/:$/, '').slice(0, 200)}`)
  }
}

function withoutErb(text: string): string {
  return text.replace(/<%(?!%)(=?)([^]*?)-?%>/g, (_, output: string, expression: string) =>
    output === '' ? '' : md5(expression.trim()).slice(0, 10),
  )
}
