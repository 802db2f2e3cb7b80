import { AppError } from '../../errors.ts'
import { messageOf } from '../../errors/thrown.ts'
import type { ProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import type { Gateway } from '../../gateway/server.ts'
import { findCloudflared } from '../../tunnel/cloudflared/binary.ts'
import { openTunnel } from '../../tunnel/open-tunnel.ts'
import { createProbe } from '../../tunnel/probe.ts'
import type { Tunnel, TunnelChoice, TunnelEvent } from '../../tunnel/tunnel.ts'
import type { DevContext } from '../context.ts'
import { aborted } from '../milestone.ts'
import { forwardIt } from '../notes/tunnel-down.ts'
import { forgetTunnel, noteTunnel } from '../notes/tunnel-note.ts'
import type { PublicState } from '../public-state.ts'

export interface TunnelWatch {
  readonly choice: TunnelChoice
  readonly gateway: Gateway
  readonly probe: ProbeEndpoint
  readonly identity: string
}

/** The public side of the gateway during `app dev`. */
export interface PublicRoute {
  /** The first origin. */
  readonly origin: string
  /** Returns the current state, also if the tunnel is down. */
  readonly state: () => PublicState
  /** Calls `work` with each new origin from now on, one at a time. */
  readonly onChanged: (work: (origin: string) => Promise<void>) => void
}

/** Maximum time until the URL first reaches the gateway. */
const OPEN_MS = 120_000

/** After this delay a notice explains the wait. */
const PATIENCE_MS = 10_000

/**
 * Opens the tunnel to the gateway and resolves after the first request from outside. Closes it at
 * the end, with all its processes. Raises `tunnel.*`.
 */
export async function openPublicRoute(dev: DevContext, watch: TunnelWatch): Promise<PublicRoute> {
  const { tools, signal, emit } = dev
  const { choice, gateway, probe } = watch
  const place = { paths: tools.paths, identity: watch.identity, appKey: dev.options.project.config.key }
  const changes = createChanges(dev)
  let known: string | null = null
  let intercepted = null as string | null
  let isOther = false
  const ask = createProbe({ send: tools.send, ...probe })
  const tunnel = openTunnel({
    choice,
    binary: (over) => findProgram(dev, over),
    run: {
      port: gateway.port,
      folder: tools.paths.binDir,
      env: tools.env,
      nodePath: tools.nodePath,
      address: tools.tunnelAddress,
    },
    probe: async (url, over) => {
      const result = await ask(url, over)
      intercepted = result.intercepted
      if (result.isOther && !isOther) {
        emit({ event: 'tunnel-notice', text: `${url.origin} points to another running \`app dev\`. ${STOP_OTHER}` })
      }
      isOther = result.isOther
      return result.isUp || intercepted !== null
    },
    now: tools.now,
    sleep: tools.sleep,
    random: () => tools.randomBytes(4).readUInt32BE() / 2 ** 32,
    emit: (event) => {
      const origin = originOf(event)
      // Only a delivery can show that the URL reaches the gateway.
      emit(
        origin === null || intercepted === null
          ? event
          : { event: 'tunnel-notice', text: `${origin}: ${intercepted}.` },
      )
      if (origin === null || origin === known) return
      known = origin
      noteTunnel(place, { url: origin, gateway: gateway.url, probe, isOwn: choice.kind === 'own' })
      changes.report(origin)
    },
  })
  // A program that does not exit by itself takes time, so the rest continues.
  dev.atEnd(() => dev.inBackground(tunnel.close().finally(() => forgetTunnel(place))))
  const origin = await opened(dev, { choice, tunnel, gateway, isOther: () => isOther })
  signal.throwIfAborted()
  return {
    origin,
    state: () => ({ url: tunnel.url()?.origin ?? origin, isUp: tunnel.isUp() }),
    onChanged: (work) => {
      changes.listen(work)
      // The origin may have changed before this listener was added.
      if (known !== null && known !== origin) changes.report(known)
    },
  }
}

/** Returns the announced origin of an event. */
function originOf(event: TunnelEvent): string | null {
  return event.event === 'tunnel-up' ? event.url : null
}

interface Changes {
  readonly report: (origin: string) => void
  readonly listen: PublicRoute['onChanged']
}

/** Runs the work for each new origin except the first, in order. Reports a failure without ending the session. */
function createChanges({ emit, signal }: DevContext): Changes {
  let work: ((origin: string) => Promise<void>) | null = null
  let last = Promise.resolve()
  return {
    listen: (next) => (work = next),
    report: (origin) => {
      const todo = work
      if (todo === null) return
      last = last
        .then(() => (signal.aborted ? undefined : todo(origin)))
        .catch((error: unknown) => {
          if (!signal.aborted) emit({ event: 'notice', text: messageOf(error) })
        })
    },
  }
}

async function findProgram({ tools, emit }: DevContext, signal: AbortSignal): Promise<string> {
  return findCloudflared({
    path: tools.env['PATH'] ?? '',
    env: tools.env,
    folder: tools.paths.binDir,
    machine: tools.machine,
    signal,
    onFetch: (version, from) =>
      emit({
        event: 'tunnel-notice',
        text: `cloudflared is not in PATH. Downloading ${version} from ${from} (only once).`,
      }),
  })
}

interface Opening extends Pick<TunnelWatch, 'choice' | 'gateway'> {
  readonly tunnel: Tunnel
  /** Returns whether the URL points to another gateway of this tool. */
  readonly isOther: () => boolean
}

async function opened(dev: DevContext, { tunnel, isOther, ...route }: Opening): Promise<string> {
  const { tools, emit, signal } = dev
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  void tools.sleep(PATIENCE_MS, either).then(
    () => emit({ event: 'tunnel-notice', text: waitingFor(route) }),
    () => {},
  )
  const late = tools.sleep(OPEN_MS, either).then(() => Promise.reject(notOpen(route, isOther())))
  late.catch(() => {})
  try {
    return (await Promise.race([tunnel.opened, late, aborted(signal)])).origin
  } finally {
    over.abort(new Error('over'))
  }
}

type OpenedRoute = Pick<TunnelWatch, 'choice' | 'gateway'>

function waitingFor({ choice, gateway }: OpenedRoute): string {
  if (choice.kind === 'quick') return "Still waiting for the tunnel's DNS name."
  const still = `Still waiting: ${choice.url.origin} does not reach this machine yet.`
  return choice.kind === 'own' ? `${still} ${forwardIt(gateway.url)}` : still
}

const STOP_OTHER = 'Stop the other `app dev` (`app dev stop` in its folder), or use another address with --tunnel-url.'

function notOpen({ choice, gateway }: OpenedRoute, isOther: boolean): AppError {
  const what = choice.kind === 'quick' ? 'The quick tunnel' : choice.url.origin
  if (isOther) {
    return new AppError('tunnel.not-open', `${what} points to another running \`app dev\`.`, {
      suggestions: [STOP_OTHER],
    })
  }
  return new AppError('tunnel.not-open', `${what} does not reach this machine after ${OPEN_MS / 1000} s.`, {
    suggestions:
      choice.kind === 'own'
        ? [forwardIt(gateway.url), 'If the tunnel forwards to another local port, use --port <port>.']
        : ['Check the output of cloudflared above. A firewall must allow port 7844.'],
  })
}
