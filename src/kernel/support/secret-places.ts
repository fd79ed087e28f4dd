import { decodeParameter } from './percent.ts'

/** Names of parameters, fields and headers whose value is always a secret, as `normalizeName` normalizes them. */
const ANYWHERE: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'apitoken',
  'authorization',
  'authtoken',
  'bearertoken',
  'clientsecret',
  'idtoken',
  'passphrase',
  'passwd',
  'password',
  'privatekey',
  'proxyauthorization',
  'pwd',
  'refreshtoken',
  'secret',
  'secretkey',
  'token',
  'xaccesstoken',
  'xapikey',
  'xauthtoken',
])

/** Names that mean a secret only in URLs and sign-in forms: JSON fields with these names are usually harmless. */
const IN_ADDRESSES: ReadonlySet<string> = new Set(['auth', 'code', 'key', 'pass', 'sig', 'signature'])

/** Whether a parameter, field or header holds a secret, by its name. Case, hyphens and underscores are ignored. */
export function isSecretName(name: string, { inAddress = false } = {}): boolean {
  const simple = normalizeName(name)
  return ANYWHERE.has(simple) || (inAddress && IN_ADDRESSES.has(simple))
}

/** Normalizes a name. Of a name such as `data[token]`, only the innermost part counts. */
function normalizeName(name: string): string {
  const inner = /\[([^\]]+)\]$/.exec(name)?.[1] ?? name
  return inner.toLowerCase().replaceAll(/[-_.]/g, '')
}

/** Returns the replacement of a secret. `name` is its parameter or field, and is missing for a password in a URL. */
export type Replace = (secret: string, name?: string) => string

/** Whether a text can contain a secret name at all, in an address or in JSON: most texts cannot. */
const ADDRESS_HINT = /key|token|secret|pass|pwd|auth|code|sig|%/i
const MEMBER_HINT = /key|token|secret|pass|pwd|authorization/i

/**
 * Replaces the secrets that are recognizable by their position: the password in a URL, and the value of a parameter or of a JSON
 * member with a secret name. URLs are also recognized in JSON (JSON within JSON included) and percent-encoded.
 */
export function replaceSecrets(text: string, replace: Replace): string {
  let clean = text
  const isEncoded = text.includes('%')
  if (text.includes('@') && (text.includes(':/') || text.includes(':\\'))) clean = clean.replaceAll(PASSWORD, passwordBy(replace))
  if (isEncoded) clean = clean.replaceAll(ENCODED_PASSWORD, passwordBy(replace))
  if ((isEncoded || clean.includes('=') || clean.includes('u003')) && ADDRESS_HINT.test(clean))
    clean = replaceParameters(clean, replace)
  return clean.includes('"') && MEMBER_HINT.test(clean) ? replaceMembers(clean, replace) : clean
}

/** `://user:password@`, with slashes that may be escaped as in JSON. */
const PASSWORD = /(:(?:\\*\/){2}[^\s"'<>\\/?#@:]*:)([^\s"'<>\\/?#]+)(?=@)/g

/** The same, percent-encoded once or several times, or in parts. */
const ENCODED_PASSWORD =
  /((?::|%(?:25)*3A)(?:\/|%(?:25)*2F){2}(?:(?!%(?:25)*(?:3A|40|2F|3F|23))[^\s"'<>\\/?#@:&])*(?::|%(?:25)*3A))((?:(?!%(?:25)*(?:40|2F|3F|23))[^\s"'<>\\/?#@&])+)(?=@|%(?:25)*40)/gi

function passwordBy(replace: Replace) {
  return (_: string, before: string, password: string): string =>
    before + (isPlaceholder(password) ? password : replace(password))
}

/** The name of a parameter in a URL or a form, with the delimiters before and after it. */
const PARAMETER =
  /(?:^|[?&#;]|\\u0026|%(?:25)*(?:3F|26|23))((?:(?!%(?:25)*(?:3F|26|23|3D))[\w.\-%+[\]]){1,100})(=|\\+u003d|%(?:25)*3D)/gi

const VALUE = /[^&#\s"'<>\\]*/y
const ENCODED_VALUE = /(?:(?!%(?:25)*(?:26|23|22))[^&#\s"'<>\\])*/iy

function replaceParameters(text: string, replace: Replace): string {
  let clean = ''
  let from = 0
  PARAMETER.lastIndex = 0
  for (let found = PARAMETER.exec(text); found; found = PARAMETER.exec(text)) {
    const name = decodeParameter(found[1] ?? '')
    if (!isSecretName(name, { inAddress: true })) continue
    const value = found[2]?.startsWith('%') ? ENCODED_VALUE : VALUE
    const start = found.index + found[0].length
    value.lastIndex = start
    const secret = value.exec(text)?.[0] ?? ''
    if (secret === '' || isPlaceholder(secret)) continue
    clean += text.slice(from, start) + replace(secret, name)
    from = start + secret.length
    PARAMETER.lastIndex = from
  }
  return from === 0 ? text : clean + text.slice(from)
}

/** The name of a JSON member with a string value. Nested JSON has backslashes before each quote, as many as its depth requires. */
const MEMBER = /(?<!\\)(\\*)"([\w.-]{1,100})\1"\s*:\s*\1"/g

function replaceMembers(text: string, replace: Replace): string {
  let clean = ''
  let from = 0
  MEMBER.lastIndex = 0
  for (let found = MEMBER.exec(text); found; found = MEMBER.exec(text)) {
    const [all, { length: depth } = '', name = ''] = found
    if (!isSecretName(name)) continue
    const start = found.index + all.length
    const end = endOfText(text, start, depth)
    const secret = text.slice(start, end)
    if (secret === '' || isPlaceholder(secret)) continue
    clean += text.slice(from, start) + replace(secret, name)
    from = end
    MEMBER.lastIndex = end
  }
  return from === 0 ? text : clean + text.slice(from)
}

/** The end of a JSON string: a quote after `depth` backslashes, not counting escaped backslashes within the string. */
function endOfText(text: string, start: number, depth: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0
    while (quote - slashes > start && text[quote - slashes - 1] === '\\') slashes++
    if (slashes % (2 * (depth + 1)) === depth) return quote - depth
  }
  return text.length
}

/** A placeholder of maildouble, optionally after a scheme or before a datacenter. */
const PLACEHOLDER = /^(?:[a-z]+ )?\(?\{\{[a-z_]+(?::\d+)?(?:@[a-z0-9-]+)?\}\}\)?(?:-[a-z]+\d+)?$/i

/** Whether a value has been replaced already. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value)
}
