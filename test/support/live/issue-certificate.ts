import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A certificate and the private key of its subject, as PEM. */
export interface Issued {
  readonly cert: string
  readonly key: string
}

export interface CertificateRequest {
  /** Common name. */
  readonly name: string
  /** Host names and IPv4 addresses. An authority has none. */
  readonly hosts?: readonly string[]
  readonly from?: Date
  readonly until?: Date
  /** Common name and key of the signer. By default the certificate is self-signed. */
  readonly issuer?: { readonly name: string; readonly key: string }
}

const YEAR_MS = 365 * 86_400_000

/** Issues an X.509 certificate on the curve P-256 (RFC 5280). Without hosts it is an authority's certificate. */
export function issueCertificate({ name, hosts = [], from, until, issuer }: CertificateRequest): Issued {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key: KeyObject = issuer === undefined ? privateKey : createPrivateKey(issuer.key)
  const validity = [from ?? new Date(Date.now() - YEAR_MS), until ?? new Date(Date.now() + YEAR_MS)]
  const extension = hosts.length === 0 ? basicConstraints : alternativeNames(hosts)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.from(`01${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`, 'hex')),
    ecdsaWithSha256,
    commonName(issuer?.name ?? name),
    sequence(...validity.map(time)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const certificate = sequence(body, ecdsaWithSha256, bitString(sign('sha256', body, key)))
  const base64 = certificate.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64.trim()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** Encodes an ASN.1 value with distinguished encoding rules (X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function bitString(content: Buffer): Buffer {
  return der(0x03, Buffer.of(0), content)
}

/** Encodes an identifier given by its content in hexadecimal. */
function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))))
}

/** Encodes a GeneralizedTime: 20261127093000Z. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
}

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))

/** Critical: marks an authority's certificate. */
const basicConstraints = sequence(
  identifier('551d13'),
  der(0x01, Buffer.of(0xff)),
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
)

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) => {
    const isAddress = /^[\d.]+$/.test(host)
    return isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
  })
  return sequence(identifier('551d11'), der(0x04, sequence(...names)))
}
