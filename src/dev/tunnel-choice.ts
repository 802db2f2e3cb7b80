import { isLoopback } from '../client/origin.ts'
import { AppError } from '../errors.ts'
import { readWebAddress } from '../protocol/web-address.ts'
import { isTunnelName } from '../text/origins/tunnel-name.ts'
import type { TunnelChoice } from '../tunnel/tunnel.ts'
import type { TrustTools } from './trust.ts'

export interface TunnelFlags {
  /** `quick`, `none`, or the name of the developer's own tunnel. */
  readonly tunnel: string | undefined
  readonly url: string | undefined
}

/** All choices, for a user who must select one. */
const tunnelWays = [
  'Use --tunnel <name> --tunnel-url https://… for a named tunnel in your Cloudflare account. Its address never changes, so you enter it in the console once.',
  'Use --tunnel quick for a tunnel without an account. Its address changes at each start.',
  'Use --tunnel-url https://… for your own address that forwards to the gateway on this machine (port 4810, or --port). No tunnel is started.',
]

/**
 * Returns the selected tunnel, or null for none. A URL on this machine may use http, for a tunnel
 * that ends here. Raises `usage.invalid` for invalid flags.
 */
export function readTunnelChoice({ tunnel, url }: TunnelFlags): TunnelChoice | null {
  const address = url === undefined ? null : originOf(url)
  if (tunnel === 'none' || tunnel === 'quick') {
    if (address !== null) throw wrong(`--tunnel ${tunnel} has no fixed address, so leave out --tunnel-url.`)
    return tunnel === 'quick' ? { kind: 'quick' } : null
  }
  if (tunnel === undefined) return address === null ? null : { kind: 'own', url: address }
  if (!isTunnelName(tunnel)) {
    throw wrong(`--tunnel ${JSON.stringify(tunnel)} is neither quick, none nor a tunnel name.`)
  }
  if (address === null) throw wrong(`--tunnel ${tunnel} needs its address: --tunnel-url https://…`)
  return { kind: 'named', name: tunnel, url: address }
}

/**
 * Returns the tunnel for the live platform, which requires one, from the flags or else app.toml. The platform cannot reach a URL of this
 * machine, so such a URL needs `--yes` or the user's consent. Raises `usage.missing` with the choices, and `usage.invalid`.
 */
export async function requireTunnelChoice(
  flags: TunnelFlags & Pick<TrustTools, 'isAgreed'>,
  live: LiveTunnel | null,
  terminal: Pick<TrustTools, 'isInteractive' | 'ask'>,
): Promise<TunnelChoice> {
  const isSaid = flags.tunnel !== undefined || flags.url !== undefined
  const known = { tunnel: live?.tunnel ?? undefined, url: live?.tunnelUrl ?? undefined }
  const choice = readTunnelChoice(isSaid ? flags : known)
  if (choice !== null) {
    if (choice.kind !== 'quick' && !flags.isAgreed) await requirePublic(choice.url, terminal)
    return choice
  }
  throw new AppError(
    flags.tunnel === undefined ? 'usage.missing' : 'usage.invalid',
    `${flags.tunnel === undefined ? '' : `--tunnel ${flags.tunnel}: `}The live platform cannot reach this machine without a tunnel. Nothing was started.`,
    {
      suggestions: [...tunnelWays, 'To save the choice, set tunnel and tunnel_url in [targets.live] of app.toml.'],
    },
  )
}

async function requirePublic(
  { hostname, origin }: URL,
  { isInteractive, ask }: Pick<TrustTools, 'isInteractive' | 'ask'>,
): Promise<void> {
  if (!isLoopback(hostname)) return
  const message = `${origin} is a local address, which the live platform cannot reach.`
  if (isInteractive && (await ask.confirm({ message: `${message} Use it anyway?`, default: false }))) return
  throw wrong(message)
}

/** The part of [targets.live] that selects the tunnel. */
interface LiveTunnel {
  readonly tunnel: string | null
  readonly tunnelUrl: string | null
}

function originOf(text: string): URL {
  const address = readWebAddress(text)
  if (!address.ok || address.url.href !== `${address.url.origin}/`) {
    throw wrong('--tunnel-url must be an https URL without a path, query or user name, or an http URL on this machine.')
  }
  return address.url
}

function wrong(message: string): AppError {
  return new AppError('usage.invalid', message, { suggestions: tunnelWays })
}
