import { webhookHeaderNames } from '../../protocol/webhook-signature.ts'
import type { Spoilt } from './delivery-faults.ts'
import type { Outcome, Outgoing, Sender } from './sender.ts'

/** Sends a delivery with the effect of a fault. A 2xx response to a wrong signature does not count as delivered. */
export async function sendSpoilt(sender: Sender, signed: Outgoing, { how, to }: Spoilt): Promise<Outcome> {
  const outgoing = to === null ? signed : { ...signed, ...addressed(signed, to) }
  if (how === 'duplicate') return sender.send(outgoing)
  if (how === 'truncated') return sender.send(outgoing, { isCutOff: true })
  const { status, error } = await sender.send({ ...outgoing, headers: spoilHeaders(outgoing.headers, how) })
  return { status, error: error ?? `The webhook address responded with ${status} to an invalid signature.` }
}

/** Connects to localhost for a name below it, which is loopback by definition (RFC 6761), but some resolvers lack such names. */
function addressed({ headers }: Outgoing, to: string): Pick<Outgoing, 'url' | 'headers'> {
  const url = new URL(to)
  const { host } = url
  if (!url.hostname.endsWith('.localhost')) return { url: to, headers }
  url.hostname = 'localhost'
  return { url: url.href, headers: { ...headers, Host: host } }
}

function spoilHeaders(
  headers: Outgoing['headers'],
  how: 'signature-truncated' | 'signature-wrong',
): Outgoing['headers'] {
  const name = webhookHeaderNames.signature
  const signature = headers[name] ?? ''
  const end = signature.endsWith('0') ? '1' : '0'
  const spoilt = how === 'signature-truncated' ? signature.slice(0, signature.length / 2) : signature.slice(0, -1) + end
  return { ...headers, [name]: spoilt }
}
