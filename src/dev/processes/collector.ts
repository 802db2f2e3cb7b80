import { endpoints } from '../../catalog/catalog.ts'
import { createForwarder } from '../../gateway/otlp/collector/forwarder.ts'
import { createJournalSender } from '../../gateway/otlp/collector/journal-sender.ts'
import type { OtlpRequest } from '../../gateway/otlp/receiver.ts'
import type { Journal } from '../../journal/journal.ts'
import type { DevContext } from '../context.ts'
import { settingFor, type OtelSettings } from './otel-settings.ts'

interface CollectorFacts {
  readonly journal: Journal
  readonly set: OtelSettings
}

export interface Collector {
  readonly add: (request: OtlpRequest) => void
  readonly close: () => Promise<void>
}

/** Forwards the app's unchanged telemetry and the gateway's spans to the collector of --otlp-endpoint, so that one trace has both. */
export function openCollector(
  { tools, options, emit }: DevContext,
  endpoint: URL,
  { journal, set }: CollectorFacts,
): Collector {
  const forwarder = createForwarder({
    endpoint,
    headersFor: (path) => collectorHeaders(set, path),
    send: tools.send,
    clock: () => performance.now(),
    onTrouble: (why) => emit({ event: 'notice', text: `The collector at ${endpoint.origin} has a problem: ${why}` }),
  })
  const sender = createJournalSender({
    journal,
    collector: forwarder,
    endpoints,
    resource: {
      'service.name': 'svcapp',
      'service.version': tools.version,
      'svcapp.app': options.project.config.key,
      'svcapp.target': options.live === null ? 'emulator' : 'live',
    },
    form: settingFor(set, '/v1/traces', 'PROTOCOL') === 'http/json' ? 'json' : 'protobuf',
  })
  return {
    add: forwarder.add,
    close: async () => {
      await sender.close()
      await forwarder.close()
    },
  }
}

function collectorHeaders(set: OtelSettings, path: string): Record<string, string> {
  return headersIn(settingFor(set, path, 'HEADERS') ?? '')
}

/** Parses `name=value,…` with URL-encoded values (OpenTelemetry, Protocol Exporter). */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split(/=(.*)/s, 2))
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) => (value === undefined ? [] : [[name.trim(), decoded(value.trim())]])),
  )
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
