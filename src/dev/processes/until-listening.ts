import { createLocalConnect } from '../../processes/own-end.ts'
import type { DevContext } from '../context.ts'
import { aborted } from '../milestone.ts'
import { lookAtPort, type FoundApp } from '../ports/look-at-port.ts'
import type { AppProcess } from './app-process.ts'

/** Maximum time until the app listens on its port. */
const READY_MS = 60_000

/** Delays after which a notice explains the wait. */
const NOTICES_MS = [5000, 20_000, 40_000]

const POLL_MS = 50

/** A slower connection to this machine counts as failed. */
const CONNECT_MS = 1000

export interface NotListening {
  readonly what: string
  readonly hints: readonly string[]
}

/** Waits until the app itself listens on its port on any localhost address and returns null. Rejects with the reason of `given`. */
export async function untilListening(
  dev: DevContext,
  { ended }: Pick<AppProcess, 'ended'>,
  given: AbortSignal,
): Promise<NotListening | null> {
  const { tools, options, emit } = dev
  const { port } = options.project.config.dev
  const over = new AbortController()
  const signal = AbortSignal.any([given, over.signal])
  const waiting: Waiting = { holder: null }
  for (const ms of NOTICES_MS) {
    void tools.sleep(ms, signal).then(
      () => emit({ event: 'notice', text: patienceText(port, waiting, READY_MS - ms) }),
      () => {},
    )
  }
  const late = tools.sleep(READY_MS, signal).then(() => null)
  const found = poll(dev, { port, waiting, signal })
  for (const one of [late, found]) one.catch(() => {})
  const how = await Promise.race([found, late, ended, aborted(given)]).finally(() => over.abort(new Error('over')))
  if (how === null) return tooLate(port, waiting)
  if (typeof how === 'string') return { what: `exited (${how})`, hints: takenHints(port, waiting) }
  if (how.isIpv6) reportIpv6(dev)
  return null
}

interface Waiting {
  /** The other program that uses the port, or null if none listens. */
  holder: string | null
}

interface Poll {
  readonly port: number
  readonly waiting: Waiting
  readonly signal: AbortSignal
}

async function poll({ tools, appOwner }: DevContext, { port, waiting, signal }: Poll): Promise<FoundApp> {
  const connect = createLocalConnect(appOwner.reject)
  for (;;) {
    const slow = tools.sleep(CONNECT_MS, signal).then(() => null)
    const found = await Promise.race([lookAtPort(connect, port), slow])
    if (found !== null && 'isIpv6' in found) return found
    waiting.holder = found?.holder ?? null
    await tools.sleep(POLL_MS, signal)
  }
}

function patienceText(port: number, { holder }: Waiting, leftMs: number): string {
  if (holder !== null) return `The app does not listen yet: port ${port} is in use by ${holder}.`
  return `Still waiting for the app to listen on port ${port}, at 127.0.0.1 or [::1] (${leftMs / 1000} s left).`
}

function takenHints(port: number, { holder }: Waiting): string[] {
  if (holder === null) return []
  return [`Port ${port} is in use by ${holder}. Stop that program, or change dev.port in app.toml.`]
}

function tooLate(port: number, { holder }: Waiting): NotListening {
  const what = `does not listen on port ${port} of localhost (127.0.0.1 or [::1]) after ${READY_MS / 1000} s`
  if (holder !== null) return { what: `${what}: the port is in use by ${holder}`, hints: ['Stop that program.'] }
  return { what, hints: ['Configure the app to listen on the port in PORT, or set dev.port in app.toml to its port.'] }
}

/** Reports an app that listens on IPv6 only: deliveries reach it, but browsers use the URLs of app.toml. */
function reportIpv6({ options, emit }: DevContext): void {
  const { config } = options.project
  const { port } = config.dev
  const lost = [config.redirectUris[0], config.manifest?.appUrl].filter((url) => url != null && isAtIpv4(url, port))
  if (lost.length === 0) return
  const text = `The app listens on [::1]:${port} but not on 127.0.0.1, so browsers cannot open ${lost.join(', ')}. Make it listen on 127.0.0.1, or use localhost in app.toml.`
  emit({ event: 'notice', text })
}

function isAtIpv4(text: string, port: number): boolean {
  const url = URL.parse(text)
  return url?.hostname === '127.0.0.1' && url.port === String(port)
}
