import { AppError } from '../errors.ts'
import type { Advice } from '../errors/advice.ts'
import type { WireRequest } from '../http/wire.ts'
import { isLoopback } from './origin.ts'

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no process listens on that port',
  ECONNRESET: 'the connection was closed during the request',
  EPIPE: 'the connection was closed during the request',
  EOTHERUSER: "another user's process uses that port, so nothing was sent",
  EOTHERPROGRAM: 'the app is down and another program uses its port, so nothing was sent',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the DNS server did not respond',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no network',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed',
  UNABLE_TO_GET_ISSUER_CERT: 'its TLS certificate comes from an unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its TLS certificate comes from an unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its TLS certificate comes from an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its TLS certificate comes from an unknown authority',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  CERT_NOT_YET_VALID: 'its TLS certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
}

/** Returns the error without `cause`: Node's text adds nothing to the message, and stays in `details.reason`. */
export function unreachable({ url }: WireRequest, { cause, sent }: { cause: unknown; sent: boolean }): AppError {
  const reason = reasonOf(cause)
  const words = reasons[reason] ?? `the connection failed (${reason})`
  return new AppError('net.unreachable', `No connection to ${url.host}: ${words}.`, {
    suggestions: suggestionsFor(reason, url),
    details: { sent, reason },
  })
}

function suggestionsFor(reason: string, { hostname, protocol }: URL): readonly Advice[] {
  const certificate = certificateAdvice(reason)
  if (certificate !== null) return certificate
  // The emulator has no TLS, so https on this machine is another program.
  if (isLoopback(hostname) && protocol === 'http:') {
    return [
      {
        emulator: 'Start the emulator with `app emulator start`, or check `app emulator status`.',
        live: CHECK_ADDRESS,
      },
    ]
  }
  return [CHECK_ADDRESS]
}

const CHECK_ADDRESS = "Check the network and the target's URL in app.toml."

/** Returns the advice for a certificate that is not accepted; null for any other reason. */
export function certificateAdvice(reason: unknown): readonly string[] | null {
  if (reason === 'CERT_HAS_EXPIRED') return ["Renew the certificate, or check this machine's clock."]
  if (reason === 'CERT_NOT_YET_VALID') return ["Check this machine's clock with `date -u`."]
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return ['Use a host name that the certificate lists.']
  if (typeof reason !== 'string' || !/SELF_SIGNED|UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)/.test(reason)) return null
  return [
    "Set NODE_EXTRA_CA_CERTS to the authority's certificate (a PEM file), and run the command again.",
    'For mkcert, set NODE_EXTRA_CA_CERTS="$(mkcert -CAROOT)/rootCA.pem".',
  ]
}

function reasonOf(cause: unknown): string {
  const error = cause as { code?: unknown; errors?: readonly { code?: unknown }[] }
  const code = error.code ?? error.errors?.[0]?.code
  return typeof code === 'string' ? code : 'unknown'
}
