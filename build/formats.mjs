// The formats that the contracts may name. Plain expressions, so that they can stand in generated code.
const ISO_DATE = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`
const HEX = '(?:[0-9a-fA-F]{1,4})'
// Eight groups, of which the last two may be an IPv4 address; `::` stands once for those left out.
const IPV6 =
  '(?=(?:.*::.*|(?:[^:]+:){7}[^:]+|(?:[^:]+:){6}\\d+\\.[\\d.]+)$)(?!.*:::)(?!.*::.*::)(?!:[^:])' +
  `(?:${HEX}?:){2,8}(?:${HEX}|${IPV4}|(?<=::))`

/** @type {Record<string, RegExp>} */
export const formats = {
  'email-address': /^(?=.{3,254}$)[^\s@\u0000-\u001f]{1,64}@[^\s@.\u0000-\u001f]+(?:\.[^\s@.\u0000-\u001f]+)+$/,
  'iso-8601': new RegExp(
    `^(?:${ISO_DATE}(?:[T ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?(?:Z|[+-](?:[01]\\d|2[0-3]):?[0-5]\\d)?)?)?$`,
  ),
  timestamp: new RegExp(`^(?:${ISO_DATE}T\\d{2}:\\d{2}:\\d{2}\\+00:00)?$`),
  duration: /^P(?!$)(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  'ip-address': new RegExp(`^(?:${IPV4}|${IPV6})?$`),
  'http-url': /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s/?#]\S*$/,
  md5: /^[0-9a-f]{32}$/,
  hex10: /^[0-9a-f]{10}$/,
}
