import { redactSecrets } from '../../protocol/redact.ts'
import { bareAddress } from '../../text/bare-address.ts'
import type { DevEvent, TimedEvent } from '../events/dev-event.ts'

export const logSources = ['app', 'platform', 'gateway'] as const

/** Source of an entry: the app's process, the platform with its stores and installs, or the gateway with its traffic. */
export type LogSource = (typeof logSources)[number]

/** An event as stored in the log. */
export type LogEntry = TimedEvent & { readonly at: string; readonly source: LogSource }

const sources: Readonly<Record<DevEvent['event'], LogSource>> = {
  'app-started': 'app',
  'app-listening': 'app',
  'app-output': 'app',
  'app-exited': 'app',
  'app-failed': 'app',
  restart: 'app',
  config: 'app',
  emulator: 'platform',
  'emulator-stopped': 'platform',
  'emulator-restarted': 'platform',
  registered: 'platform',
  store: 'platform',
  live: 'platform',
  portal: 'platform',
  verified: 'platform',
  'install-address': 'platform',
  installed: 'platform',
  uninstalled: 'platform',
  'token-invalid': 'platform',
  'token-restored': 'platform',
  unsubscribed: 'platform',
  'consent-needed': 'platform',
  'order-placed': 'platform',
  ready: 'platform',
  notice: 'platform',
  stopped: 'platform',
  'tunnel-up': 'gateway',
  'tunnel-down': 'gateway',
  'tunnel-changed': 'gateway',
  'tunnel-notice': 'gateway',
  gateway: 'gateway',
  listening: 'gateway',
  arrival: 'gateway',
  delivery: 'gateway',
  attempt: 'gateway',
  'slow-delivery': 'gateway',
  rejected: 'gateway',
  call: 'gateway',
  failure: 'gateway',
}

/** Formats an event as a log line. Masks access tokens, because the log outlives the run and may be shared. */
export function logLine(event: TimedEvent, at: string): string {
  const { source, ...rest } = { source: sources[event.event], ...withoutKeys(event) }
  return `${redactSecrets(JSON.stringify({ at, source, ...rest }))}\n`
}

/** Parses a log line. Returns null if it is truncated or not an entry. */
export function readLogLine(line: string): LogEntry | null {
  try {
    const entry = JSON.parse(line) as Partial<LogEntry> | null
    const isOurs = entry !== null && typeof entry.at === 'string' && typeof entry.event === 'string'
    return isOurs && Object.hasOwn(sources, entry.event) ? (entry as LogEntry) : null
  } catch {
    return null
  }
}

/** Removes the inspector's token and the one-time ticket that signs in to a store admin. */
function withoutKeys(event: TimedEvent): TimedEvent {
  if (event.event === 'ready' && event.inspector !== null) return { ...event, inspector: bareAddress(event.inspector) }
  return event.event === 'install-address' ? { ...event, url: bareAddress(event.url) } : event
}
