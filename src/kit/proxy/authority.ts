import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import * as x509 from '@peculiar/asn1-x509'
import { toDate, realNow } from '../../kernel/support/time.ts'

/** A certificate authority for one run. Its keys never leave the memory of this process. */
export interface Authority {
  /** Its own certificate, as PEM. */
  readonly certificate: string
  /** A certificate for a host, and its key, both as PEM. */
  readonly issue: (host: string) => { readonly cert: string; readonly key: string }
}

const COMMON_NAME = '2.5.4.3'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

/** A day for clocks that are slow, and a month for runs that are long. */
const BEFORE_S = 86_400
const AFTER_S = 30 * 86_400

/** What a certificate says about its subject. */
interface Subject {
  readonly name: string
  readonly publicKey: KeyObject
  readonly extensions: readonly x509.Extension[]
}

interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

export function makeAuthority(): Authority {
  const own = makeKeys()
  // All hosts have one key: a program that trusts one of them trusts all.
  const hosts = makeKeys()
  const name = `maildouble run ${randomBytes(4).toString('hex')}`
  const ownId = digestKey(own.publicKey)
  const issuer = { name, privateKey: own.privateKey }
  const certificate = makeCertificate(issuer, {
    name,
    publicKey: own.publicKey,
    extensions: [
      makeExtension(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: true }), true),
      makeExtension(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.keyCertSign), true),
      makeExtension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(ownId)),
    ],
  })
  const key = String(hosts.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const issue = (host: string) => {
    const alternative = new x509.GeneralName(isIP(host) === 0 ? { dNSName: host } : { iPAddress: host })
    const cert = makeCertificate(issuer, {
      name: host.slice(0, NAME_MAX),
      publicKey: hosts.publicKey,
      extensions: [
        makeExtension(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature), true),
        makeExtension(x509.id_ce_extKeyUsage, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
        makeExtension(x509.id_ce_subjectAltName, new x509.SubjectAlternativeName([alternative])),
        makeExtension(x509.id_ce_subjectKeyIdentifier, new x509.SubjectKeyIdentifier(digestKey(hosts.publicKey))),
        makeExtension(
          x509.id_ce_authorityKeyIdentifier,
          new x509.AuthorityKeyIdentifier({ keyIdentifier: new x509.KeyIdentifier(ownId) }),
        ),
      ],
    })
    return { cert, key }
  }
  return { certificate, issue }
}

/** Maximum length of a common name. Programs read the alternative name, which has no maximum. */
const NAME_MAX = 64

function makeKeys(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function digestKey(key: KeyObject): ArrayBuffer {
  const digest = createHash('sha1').update(encodeKey(key)).digest()
  return new Uint8Array(digest).buffer
}

function encodeKey(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function makeExtension(extnID: string, value: object, critical = false): x509.Extension {
  return new x509.Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })
}

function makeName(name: string): x509.Name {
  const value = new x509.AttributeValue({ utf8String: name })
  return new x509.Name([new x509.RelativeDistinguishedName([new x509.AttributeTypeAndValue({ type: COMMON_NAME, value })])])
}

/** A certificate as PEM. */
function makeCertificate(issuer: { readonly name: string; readonly privateKey: KeyObject }, subject: Subject): string {
  const now = Math.floor(realNow() / 1000)
  const signatureAlgorithm = new x509.AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  // A serial number is positive.
  const serial = randomBytes(16)
  serial[0] = 0x40
  const tbsCertificate = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: new Uint8Array(serial).buffer,
    signature: signatureAlgorithm,
    issuer: makeName(issuer.name),
    validity: new x509.Validity({ notBefore: toDate(now - BEFORE_S), notAfter: toDate(now + AFTER_S) }),
    subject: makeName(subject.name),
    subjectPublicKeyInfo: AsnConvert.parse(encodeKey(subject.publicKey), x509.SubjectPublicKeyInfo),
    extensions: new x509.Extensions([...subject.extensions]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.privateKey)
  const signatureValue = new Uint8Array(signature).buffer
  const der = AsnConvert.serialize(new x509.Certificate({ tbsCertificate, signatureAlgorithm, signatureValue }))
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
