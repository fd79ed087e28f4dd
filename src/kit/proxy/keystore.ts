import { createHash } from 'node:crypto'

/** The password that every Java knows for lists of authorities, which hold no secret. */
export const KEYSTORE_PASSWORD = 'changeit'

const MAGIC = 0xfe_ed_fe_ed
const VERSION = 2
const TRUSTED_CERTIFICATE = 2
/** Hashed with the password, by the definition of the format. */
const PEPPER = 'Mighty Aphrodite'

/** The certificates of a PEM text as a keystore of Java (JKS), which reads no PEM. */
export function makeKeystore(pem: string): Buffer {
  const certificates = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)]
  const entries = certificates.flatMap(([, text = ''], index) => {
    const der = Buffer.from(text, 'base64')
    return [
      encodeNumber(TRUSTED_CERTIFICATE),
      encodeString(`authority-${index}`),
      NO_DATE,
      encodeString('X.509'),
      encodeNumber(der.length),
      der,
    ]
  })
  const content = Buffer.concat([encodeNumber(MAGIC), encodeNumber(VERSION), encodeNumber(certificates.length), ...entries])
  const password = Buffer.from(KEYSTORE_PASSWORD, 'utf16le').swap16()
  return Buffer.concat([content, createHash('sha1').update(password).update(PEPPER).update(content).digest()])
}

const NO_DATE = Buffer.alloc(8)

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(text.length)
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')])
}
