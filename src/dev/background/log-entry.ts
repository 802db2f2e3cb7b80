import { redactSecrets } from '../../protocol/redact.ts'
import { bareAddress } from '../../text/bare-address.ts'
import type { DevEvent, TimedEvent } from '../events/dev-event.ts'

export const logSources = ['app', 'platform', 'gateway'] as const

/** Who tells it: the app's own process, the platform with its stores and installs, or the gateway with what goes through it. */
export type LogSource = (typeof logSources)[number]

/** An event as the log keeps it. */
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

/** An event as a line of the log. What opens something is masked: the log outlives the run, and is handed on. */
export function logLine(event: TimedEvent, at: string): string {
  const { source, ...rest } = { source: sources[event.event], ...withoutKeys(event) }
  return `${redactSecrets(JSON.stringify({ at, source, ...rest }))}\n`
}

/** A line of the log; null for one that was cut off, or that is not an entry. */
export function readLogLine(line: string): LogEntry | null {
  try {
    const entry = JSON.parse(line) as Partial<LogEntry> | null
    const isOurs = entry !== null && typeof entry.at === 'string' && typeof entry.event === 'string'
    return isOurs && Object.hasOwn(sources, entry.event) ? (entry as LogEntry) : null
  } catch {
    return null
  }
}

/** Without the inspector's token, and without the ticket by which a store admin opens signed in. */
function withoutKeys(event: TimedEvent): TimedEvent {
  if (event.event === 'ready' && event.inspector !== null) return { ...event, inspector: bareAddress(event.inspector) }
  return event.event === 'install-address' ? { ...event, url: bareAddress(event.url) } : event
}
