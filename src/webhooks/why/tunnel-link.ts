import { isPlainLoopback } from '../../protocol/web-address.ts'
import type { WhyFacts } from './facts.ts'
import { broken, good, unknown } from './link.ts'

/** Returns why no event can arrive through the closed tunnel of `app dev`; null if another URL is in use. */
export function closedTunnel({ tunnel, dev, devOrigin, target }: WhyFacts) {
  if (target === 'emulator' || tunnel !== null) return null
  if (dev === 'starting') {
    return unknown(
      '`app dev` is starting, and its tunnel is not open yet',
      'Wait until `app dev` reports that it is ready.',
    )
  }
  if (devOrigin === null || dev === 'running') return null
  return broken(
    `the console sends events to ${devOrigin}, the tunnel of \`app dev\`, which is not running`,
    'Run `app dev`.',
  )
}

/** Returns a link that shows whether the public URL reaches this machine, as far as a request to it shows. */
export function tunnelLink(facts: WhyFacts) {
  const { tunnel, gateway } = facts
  const closed = closedTunnel(facts)
  if (closed !== null) return closed
  if (tunnel === null) return noTunnel(facts)
  const { url, isUp, intercepted, isOther = false } = tunnel
  if (isUp) return good(url)
  if (intercepted) return unknown(`${url}: ${intercepted}`, 'Trigger an event, then run `app webhook list`.')
  if (isOther) {
    return broken(
      `${url} routes to another \`app dev\``,
      'Stop the other `app dev` (`app dev stop` in its folder), or restart this `app dev` with another address.',
    )
  }
  return broken(
    `${url} does not reach this machine`,
    url.endsWith('.trycloudflare.com')
      ? 'Restart `app dev`. A quick tunnel gets a new address each time.'
      : `Forward this address to ${gateway?.url ?? 'the gateway'}, with path and body unchanged.`,
  )
}

function noTunnel({ target, isTunnelSet, expectedUrl, confirmedUrl, devOrigin, gateway }: WhyFacts) {
  if (target === 'emulator') return good('not needed, because the emulator is on this machine')
  if (confirmedUrl === null && gateway === null) {
    return unknown(
      'no tunnel is known on this machine',
      'Another machine may receive the events. Check webhook_url in the console.',
    )
  }
  if (confirmedUrl === expectedUrl && devOrigin === null && !isPlainLoopback(expectedUrl)) {
    return good('not in use, because the webhook address is public')
  }
  const how = isTunnelSet
    ? 'run `app dev`.'
    : 'run `app dev --tunnel quick`, or set your own address with --tunnel-url.'
  return unknown('no tunnel is known on this machine', `For a public webhook address, ${how}`)
}
