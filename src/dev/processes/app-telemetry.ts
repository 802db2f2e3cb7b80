import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createForwarder, type Forwarder } from '../../gateway/otlp/forwarder.ts'
import { createOtlpReceiver, OTLP_PATH, OTLP_TOKEN_HEADER, type OtlpReceiver } from '../../gateway/otlp/receiver.ts'
import type { Journal } from '../../journal/journal.ts'
import { createJournalWriter } from '../../journal/writer.ts'
import type { Stage } from '../stage.ts'

export interface AppTelemetry {
  readonly receiver: OtlpReceiver
  /** What an OpenTelemetry app reads from its environment, where the developer has not set it: the address of the outbound side and what it takes to be heard there. */
  readonly environment: (outboundUrl: string) => Record<string, string>
}

interface TelemetryFacts {
  readonly journal: Journal
  /** Whether texts may go into the journal (docs/decisions/0030). */
  readonly keepsText: boolean
}

/** Takes in what the app says of its own work, for the journal, and for a collector where one is named. */
export function openTelemetry(stage: Stage, { journal, keepsText }: TelemetryFacts): AppTelemetry {
  const { tools, options, emit } = stage
  const token = tools.randomBytes(16).toString('hex')
  const set = settingsOf(tools.env, options.project.dir)
  const collector = options.otlpEndpoint === undefined ? null : openForwarder(stage, options.otlpEndpoint, set)
  const writer = createJournalWriter(journal)
  stage.atEnd(() => {
    collector?.close()
    writer.flush()
  })
  let isTold = false
  const receiver = createOtlpReceiver({
    token,
    writer,
    keepsText,
    now: tools.now,
    clock: () => performance.now(),
    ...(collector && { onTaken: collector.add }),
    onFlood: () => {
      if (!isTold) emit({ event: 'notice', text: floodNote })
      isTold = true
    },
  })
  return {
    receiver,
    environment: (outboundUrl) => {
      const name = set['OTEL_SERVICE_NAME'] === undefined ? { OTEL_SERVICE_NAME: options.project.config.key } : {}
      if (collector === null && Object.keys(set).some((key) => key.endsWith('_ENDPOINT'))) return name
      return {
        ...name,
        OTEL_EXPORTER_OTLP_ENDPOINT: outboundUrl + OTLP_PATH,
        OTEL_EXPORTER_OTLP_HEADERS: `${OTLP_TOKEN_HEADER}=${token}`,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      }
    },
  }
}

const floodNote =
  'Your app sends more spans or log records than the journal keeps; the rest is left out. A sampler, or --otlp-endpoint with a collector, helps.'

function openForwarder({ tools, emit }: Stage, endpoint: URL, set: Settings): Forwarder {
  return createForwarder({
    endpoint,
    headers: headersIn(set['OTEL_EXPORTER_OTLP_HEADERS'] ?? ''),
    send: tools.send,
    onTrouble: (why) =>
      emit({ event: 'notice', text: `The collector at ${endpoint.origin} does not take what your app sends: ${why}` }),
  })
}

type Settings = Readonly<Record<string, string | undefined>>

/** What the developer has set for OpenTelemetry: in the environment, or in the app's own .env. */
function settingsOf(env: Settings, dir: string): Settings {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('OTEL_') && value !== '')
  return { ...Object.fromEntries(inFile(join(dir, '.env'))), ...Object.fromEntries(own) }
}

function inFile(path: string): (readonly [string, string])[] {
  try {
    const found = readFileSync(path, 'utf8').matchAll(/^[ \t]*(?:export[ \t]+)?(OTEL_\w+)[ \t]*=[ \t]*(.+)$/gm)
    return Array.from(
      found,
      ([, name = '', value = '']) => [name, value.trim().replaceAll(/^["']|["']$/g, '')] as const,
    )
  } catch {
    return []
  }
}

/** `name=value,…` with values in the encoding of addresses (OpenTelemetry, Protocol Exporter). */
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
