import { createOtlpReceiver, OTLP_PATH, OTLP_TOKEN_HEADER, type OtlpReceiver } from '../../gateway/otlp/receiver.ts'
import type { Journal } from '../../journal/journal.ts'
import { createJournalWriter } from '../../journal/writer.ts'
import type { DevContext } from '../context.ts'
import { openCollector } from './collector.ts'
import { OTLP_VARIABLE, otelSettings, signalSettings } from './otel-settings.ts'

export interface AppTelemetry {
  readonly receiver: OtlpReceiver
  /** Returns the OpenTelemetry variables that the developer has not set: the outbound URL and its authentication. */
  readonly environment: (outboundUrl: string) => Record<string, string>
}

interface TelemetryFacts {
  readonly journal: Journal
  /** Whether the journal may contain texts (docs/decisions/0030). */
  readonly keepsText: boolean
}

/** Receives the app's telemetry for the journal, and for a collector if one is set. */
export function openTelemetry(dev: DevContext, { journal, keepsText }: TelemetryFacts): AppTelemetry {
  const { tools, options, emit } = dev
  const { otlpEndpoint } = options
  const token = tools.randomBytes(16).toString('hex')
  const set = otelSettings(tools.env, options.project.dir)
  const collector = otlpEndpoint === undefined ? null : openCollector(dev, otlpEndpoint, { journal, set })
  const writer = createJournalWriter(journal)
  dev.atEnd(async () => {
    writer.flush()
    await collector?.close()
  })
  let isReported = false
  const receiver = createOtlpReceiver({
    token,
    writer,
    keepsText,
    now: tools.now,
    clock: () => performance.now(),
    ...(collector && { onTaken: collector.add }),
    onFlood: () => {
      if (!isReported) emit({ event: 'notice', text: floodNote })
      isReported = true
    },
  })
  return {
    receiver,
    environment: (outboundUrl) => {
      const name = set['OTEL_SERVICE_NAME'] === undefined ? { OTEL_SERVICE_NAME: options.project.config.key } : {}
      if (collector === null && Object.keys(set).some((key) => key.endsWith('_ENDPOINT'))) return name
      const endpoint = outboundUrl + OTLP_PATH
      const ours = { HEADERS: `${OTLP_TOKEN_HEADER}=${token}`, PROTOCOL: 'http/protobuf' }
      const all = Object.entries({ ENDPOINT: endpoint, ...ours }).map(
        ([what, value]) => [OTLP_VARIABLE + what, value] as const,
      )
      // A variable for a single signal would bypass the outbound side.
      const single = signalSettings(set).map(
        ({ name: one, path, what }) => [one, { ENDPOINT: endpoint + path, ...ours }[what]] as const,
      )
      return { ...name, ...Object.fromEntries([...all, ...single]) }
    },
  }
}

const floodNote =
  'Your app sends more spans or log records than the journal stores. The rest is dropped. Use a sampler, or --otlp-endpoint with a collector.'
