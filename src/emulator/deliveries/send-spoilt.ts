import { connectName } from '../../http/own-host.ts'
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

/** The sender accepts no http URL of a name below localhost, so the name stays in the Host header only. */
function addressed({ headers }: Outgoing, to: string): Pick<Outgoing, 'url' | 'headers'> {
  const url = new URL(to)
  const { host, hostname } = url
  url.hostname = connectName(hostname)
  return url.hostname === hostname ? { url: to, headers } : { url: url.href, headers: { ...headers, Host: host } }
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
