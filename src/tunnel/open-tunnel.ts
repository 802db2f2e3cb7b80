import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import type { CloudflaredFact } from './cloudflared/output.ts'
import { runCloudflared, type CloudflaredOptions, type CloudflaredRun } from './cloudflared/run.ts'
import type { Tunnel, TunnelChoice, TunnelProtocol, TunnelTools } from './tunnel.ts'
import { watchAddress, type WatchedAddress } from './watch.ts'

export interface OpenTunnelOptions extends TunnelTools {
  readonly choice: TunnelChoice
  /** Finds or downloads the program; called only if one is needed. */
  readonly binary: (signal: AbortSignal) => Promise<string>
  readonly run: Omit<CloudflaredOptions, 'binary' | 'name' | 'protocol' | 'onFact'>
}

/** Time limit of a start, until the address is known and connected. */
const START_MS = 30_000

/** P10: pauses before each restart, with a jitter of a quarter. */
const PAUSES_MS = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000]

/**
 * Opens the path from the internet to the gateway and keeps it open: probes the public address from outside. Restarts a
 * process that exits, hangs or loses its route after a growing pause. Falls back from QUIC to HTTP/2 if UDP is closed,
 * and announces a changed address. Events report each change; `opened` rejects with `tunnel.*` if it cannot be opened.
 */
export function openTunnel(options: OpenTunnelOptions): Tunnel {
  const over = new AbortController()
  const first = Promise.withResolvers<URL>()
  // A caller that does not wait for this promise must not crash if it rejects.
  first.promise.catch(() => {})
  const state: State = { url: null, isUp: false, reportedOrigin: null, run: null, signal: over.signal, first }
  const done = (
    options.choice.kind === 'own' ? watchOwn(options, options.choice.url, state) : keepRunning(options, state)
  ).catch((error: unknown) => first.reject(error))
  return {
    url: () => state.url,
    isUp: () => state.isUp,
    opened: first.promise,
    close: async () => {
      over.abort(new AppError('cli.interrupted', 'Stopped.'))
      await state.run?.stop()
      await done
      first.reject(over.signal.reason)
    },
  }
}

interface State {
  url: URL | null
  isUp: boolean
  /** The last address announced as up. */
  reportedOrigin: string | null
  run: CloudflaredRun | null
  readonly signal: AbortSignal
  readonly first: PromiseWithResolvers<URL>
}

function isOver({ signal }: State): boolean {
  return signal.aborted
}

async function watchOwn(options: OpenTunnelOptions, url: URL, state: State): Promise<void> {
  state.url = url
  while (!isOver(state)) {
    await watch(options, state, { url, protocol: null, ended: new Promise(() => {}) })
  }
}

async function keepRunning(options: OpenTunnelOptions, state: State): Promise<void> {
  const binary = await options.binary(state.signal)
  let protocol: TunnelProtocol = 'quic'
  let failures = 0
  while (!isOver(state)) {
    const started = await start(options, state, binary, protocol)
    if (started.url !== null) {
      const wasUp = await watch(options, state, { ...started, url: started.url })
      if (wasUp) failures = 0
    }
    const reason = started.url === null ? started.why : ((await endOf(started.ended)) ?? started.why)
    await state.run?.stop()
    if (isOver(state)) return
    if (started.isFatal !== null && !state.reportedOrigin) throw started.isFatal
    protocol = nextProtocol(options, protocol, started)
    const ms = jittered(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)] ?? 0, options.random)
    options.emit({ event: 'tunnel-down', reason, retryInMs: ms })
    await options.sleep(ms, state.signal).catch(() => {})
  }
}

function nextProtocol({ emit }: OpenTunnelOptions, protocol: TunnelProtocol, started: Started): TunnelProtocol {
  if (!started.isQuicBlocked || protocol === 'http2') return protocol
  emit({ event: 'tunnel-notice', text: 'QUIC is blocked on this network, so the tunnel now uses HTTP/2.' })
  return 'http2'
}

interface Started {
  readonly url: URL | null
  readonly protocol: TunnelProtocol | null
  readonly ended: Promise<string>
  /** Resolves at the next error that the program reports. */
  readonly trouble: () => Promise<void>
  readonly isQuicBlocked: boolean
  readonly isFatal: AppError | null
  readonly why: string
}

/** Runs the program until it is connected and its address is known, or until it has clearly failed. */
async function start(
  options: OpenTunnelOptions,
  state: State,
  binary: string,
  protocol: TunnelProtocol,
): Promise<Started> {
  const { choice } = options
  const connection: ConnectionState = {
    url: choice.kind === 'named' ? choice.url : null,
    protocol: null,
    isConnected: false,
    isQuicBlocked: false,
    fatal: null,
    lastError: null,
    trouble: Promise.withResolvers(),
  }
  const known = Promise.withResolvers<void>()
  const run = await runCloudflared({
    ...options.run,
    binary,
    protocol,
    name: choice.kind === 'named' ? choice.name : null,
    onFact: (fact) => {
      note(connection, fact)
      if ((connection.url !== null && connection.isConnected) || connection.fatal !== null) known.resolve()
    },
  })
  state.run = run
  const late = new AbortController()
  await Promise.race([
    known.promise,
    run.ended,
    options.sleep(START_MS, AbortSignal.any([late.signal, state.signal])).catch(() => {}),
  ])
  late.abort()
  const isConnected = connection.url !== null && connection.isConnected
  const how = await endOf(run.ended)
  return {
    url: isConnected ? connection.url : null,
    protocol: connection.protocol ?? protocol,
    ended: run.ended,
    trouble: () => connection.trouble.promise,
    // A missing connection without an error is most often caused by UDP that is dropped silently.
    isQuicBlocked: connection.isQuicBlocked || (!isConnected && how === null),
    isFatal: connection.fatal,
    why: isConnected
      ? 'the public address no longer reaches this machine'
      : (connection.lastError ?? 'no connection in time'),
  }
}

/** Returns how the program has exited, as text; null while it runs. */
async function endOf(ended: Promise<string>): Promise<string | null> {
  const how = await Promise.race([ended, Promise.resolve(null)])
  return how === null ? null : `cloudflared exited (${how})`
}

interface ConnectionState {
  /** Settled by the next error that cloudflared reports, and then replaced. */
  trouble: PromiseWithResolvers<void>
  url: URL | null
  protocol: TunnelProtocol | null
  isConnected: boolean
  isQuicBlocked: boolean
  fatal: AppError | null
  lastError: string | null
}

function note(connection: ConnectionState, fact: CloudflaredFact): void {
  switch (fact.kind) {
    case 'address':
      connection.url ??= URL.parse(fact.url)
      break
    case 'connected':
      connection.isConnected = true
      connection.protocol = fact.protocol
      break
    case 'quic-blocked':
      connection.isQuicBlocked = true
      break
    case 'rate-limited':
      connection.fatal = new AppError(
        'tunnel.rejected',
        'Cloudflare is rate limiting quick tunnels from this IP address.',
        {
          suggestions: ['Wait a few minutes, or use your own tunnel: --tunnel <name> --tunnel-url https://…'],
        },
      )
      break
    case 'unknown-tunnel':
      connection.fatal = new AppError('tunnel.rejected', 'The tunnel is unknown, or cloudflared is not signed in.', {
        suggestions: ['cloudflared tunnel login', 'cloudflared tunnel list'],
      })
      break
    case 'error':
      connection.lastError = fact.text
      connection.trouble.resolve()
      connection.trouble = Promise.withResolvers()
  }
}

interface WatchedTunnel extends Pick<WatchedAddress, 'trouble'> {
  readonly url: URL
  readonly protocol: TunnelProtocol | null
  readonly ended: Promise<string>
}

/** Reports when an address goes up or down, until the process exits or the address no longer reaches this gateway. Returns true if it was up. */
async function watch(
  options: OpenTunnelOptions,
  state: State,
  { url, protocol, ended, trouble }: WatchedTunnel,
): Promise<boolean> {
  const { emit } = options
  state.url = url
  let wasUp = false
  for await (const isUp of watchAddress(options, { url, ended, signal: state.signal, ...defined({ trouble }) })) {
    if (isUp && !state.isUp) {
      wasUp = true
      if (state.reportedOrigin !== null && state.reportedOrigin !== url.origin)
        emit({ event: 'tunnel-changed', from: state.reportedOrigin, to: url.origin })
      state.reportedOrigin = url.origin
      emit({ event: 'tunnel-up', url: url.origin, protocol })
      state.first.resolve(url)
    }
    // At the end the gateway closes too, and its address reaches nothing.
    if (!isUp && options.choice.kind === 'own' && state.isUp && !isOver(state)) {
      emit({
        event: 'tunnel-down',
        reason: `${url.origin} does not reach port ${options.run.port} on this machine`,
        retryInMs: null,
      })
    }
    state.isUp = isUp
    if (!isUp && options.choice.kind !== 'own') break
  }
  state.isUp = false
  return wasUp
}

function jittered(ms: number, random: () => number): number {
  return Math.round(ms * (0.75 + random() * 0.5))
}
