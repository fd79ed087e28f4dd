import { settings } from '../../../kernel/contract/settings.ts'
import { didYouMean } from '../../../kernel/support/nearest.ts'

const PREFIX = 'MAILDOUBLE_'

/** Variables that resemble ones of `serve` but are for applications: `maildouble run` sets them. */
const OF_APPLICATIONS = ['OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET', 'OAUTH_REDIRECT_URI']

/**
 * A warning for each variable of the environment whose name resembles one that `serve` reads. `ofOptions` are the variables of its
 * options. Other names that start with `MAILDOUBLE_` may belong to other programs.
 */
export function misspelledVariables(environment: Readonly<Record<string, unknown>>, ofOptions: readonly string[]): string[] {
  const ofSettings = Object.keys(settings).map((name) => name.toUpperCase().replaceAll('.', '_'))
  const known = [...ofOptions.map((name) => name.slice(PREFIX.length)), ...ofSettings]
  return Object.keys(environment).flatMap((variable) => {
    const name = variable.slice(PREFIX.length)
    if (!variable.startsWith(PREFIX) || known.includes(name) || OF_APPLICATIONS.includes(name)) return []
    // Compared without the prefix, which would make any two names alike.
    const question = didYouMean(name, known).replaceAll(/(?<=mean | or )(?=[A-Z])/g, PREFIX)
    return question === '' ? [] : [`${variable} is not read. ${question}`]
  })
}
