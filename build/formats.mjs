// The formats of the contracts. They are plain regular expressions without lookaround, so that they can be published as patterns,
// which validators in any language understand.
const LEAP_YEAR = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'
const MONTH_AND_DAY =
  '(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))'
const DATE = `(?:[0-9]{4}-${MONTH_AND_DAY}|${LEAP_YEAR}-02-29)`
const HOUR_AND_MINUTE = '(?:[01][0-9]|2[0-3]):[0-5][0-9]'
const TIME = `${HOUR_AND_MINUTE}(?::[0-5][0-9](?:\\.[0-9]+)?)?(?:Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])?`

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`
const GROUP = '[0-9a-fA-F]{1,4}'
const IPV6 = [
  // Eight groups; the last two may be an IPv4 address.
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){6}${IPV4}`,
  // `::` stands for omitted groups and occurs once; at most seven groups are left.
  `::(?:${GROUP}(?::${GROUP}){0,6})?`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(?:${GROUP}:){${before}}(?::${GROUP}){1,${7 - before}}`),
  `(?:${GROUP}:){1,7}:`,
  `::(?:${GROUP}:){0,5}${IPV4}`,
  ...[1, 2, 3, 4, 5].map((before) => `(?:${GROUP}:){${before}}(?::${GROUP}){0,${5 - before}}:${IPV4}`),
].join('|')

const SECONDS = '[0-9]+(?:\\.[0-9]+)?S'
const HOURS_TO_SECONDS = `T(?:[0-9]+H(?:[0-9]+M)?(?:${SECONDS})?|[0-9]+M(?:${SECONDS})?|${SECONDS})`
const DAYS_TO_SECONDS = `[0-9]+D(?:${HOURS_TO_SECONDS})?`

// The ASCII characters of a host in a URI. Whether a host is a valid IPv4 address is left to the URL parser.
const HOST = "(?:\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._~%!$&'()*+,;=-]+)"
const PORT = '(?::0*(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{0,4}))?'
const HTTP_URL = `[Hh][Tt][Tt][Pp][Ss]?://(?:[^\\s/?#\\\\]*@)?${HOST}${PORT}(?:[/?#]\\S*)?`

const DOMAIN_LABEL = '[^\\s@.\\[\\]\\u0000-\\u001f]+'
const EMAIL_PATTERN = `^[^\\s@\\u0000-\\u001f]{1,64}@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+$`
const EMAIL_LENGTH_MAX = 254

// The currencies of ISO 4217 that Node knows (`Intl.supportedValuesOf('currency')`, ICU 76 to 78). The list is written down, since Node's
// grows and the answers of a world must not depend on the version of Node.
const CURRENCIES = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE
  CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS
  KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB
  PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD
  TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XDR XOF XPF XSU YER ZAR ZMW ZWG ZWL`
const CURRENCY = CURRENCIES.trim()
  .split(/\s+/)
  .map((code) => code.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`))
  .join('|')

/** @type {Record<string, RegExp>} */
export const formats = {
  'email-address': new RegExp(EMAIL_PATTERN.replace('^', `^(?=.{3,${EMAIL_LENGTH_MAX}}$)`)),
  'iso-8601': new RegExp(`^(?:${DATE}(?:[T ]${TIME})?)?$`),
  'iso-8601-or-zero': new RegExp(`^(?:${DATE}(?:[T ]${TIME})?|0000-00-00(?: 00:00:00)?)?$`),
  timestamp: new RegExp(`^(?:${DATE}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\+00:00)?$`),
  // The standard format `duration` allows neither fractions of a second nor weeks together with days.
  'iso-8601-duration': new RegExp(
    `^P(?:[0-9]+W(?:${DAYS_TO_SECONDS}|${HOURS_TO_SECONDS})?|${DAYS_TO_SECONDS}|${HOURS_TO_SECONDS})$`,
  ),
  'ip-address': new RegExp(`^(?:${IPV4}|${IPV6})?$`),
  'http-url': new RegExp(`^${HTTP_URL}$`),
  md5: /^[0-9a-f]{32}$/,
  hex10: /^[0-9a-f]{10}$/,
  'currency-code': new RegExp(`^(?:${CURRENCY})$`),
}

/** Standard keywords equivalent to a format, for readers that don't support it. @param {string} name
 * @returns {{ pattern: string, maxLength?: number }} */
export function keywordsOf(name) {
  if (name === 'email-address') return { pattern: EMAIL_PATTERN, maxLength: EMAIL_LENGTH_MAX }
  const format = formats[name]
  if (!format || format.flags !== '')
    throw new Error(`The contract uses the format ${name}, which is missing from build/formats.mjs.`)
  return { pattern: format.source.replaceAll('\\/', '/') }
}
