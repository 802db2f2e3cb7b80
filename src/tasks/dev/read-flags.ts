import type { DevOptions, DevPorts } from '../../dev/context.ts'
import type { PortPart } from '../../dev/ports/port-note.ts'
import { AppError } from '../../errors.ts'
import type { TunnelChoice } from '../../tunnel/tunnel.ts'
import { parseDuration } from '../duration.ts'

interface PortFlags {
  readonly port: number
  readonly 'outbound-port': number
  readonly 'emulator-port': number
  readonly inspector: boolean
  readonly 'inspector-port': number
}

interface OptionFlags extends PortFlags, AckFlags, CollectorFlags {
  readonly 'keep-calls': boolean
}

/** Converts flags that differ from the options. Raises `usage.invalid`. */
export function readOptions(flags: OptionFlags): Pick<DevOptions, 'ack' | 'keepCalls' | 'ports' | 'otlpEndpoint'> {
  return {
    ack: ackDelays(flags),
    keepCalls: flags['keep-calls'],
    ports: readPorts(flags),
    otlpEndpoint: readOtlpEndpoint(flags),
  }
}

/** Returns the ports from the flags. */
function readPorts(flags: PortFlags): DevPorts {
  return {
    gateway: flags.port,
    outbound: flags['outbound-port'],
    emulator: flags['emulator-port'],
    inspector: flags.inspector ? flags['inspector-port'] : null,
  }
}

/** Returns the parts whose port no flag fixes. A tunnel with a fixed URL points to one gateway port. */
export function movableParts(
  given: Readonly<Record<string, FlagFacts | undefined>>,
  tunnel: TunnelChoice | null,
): Set<PortPart> {
  const byFlag: readonly (readonly [PortPart, string])[] = [
    ['emulator', 'emulator-port'],
    ['gateway', 'port'],
    ['outbound', 'outbound-port'],
    ['inspector', 'inspector-port'],
  ]
  const byDefault = byFlag.filter(([, flag]) => given[flag]?.setFromDefault === true).map(([part]) => part)
  const movable = new Set<PortPart>(['app', ...byDefault])
  if (tunnel !== null && tunnel.kind !== 'quick') movable.delete('gateway')
  return movable
}

interface FlagFacts {
  readonly setFromDefault?: boolean
}

interface AckFlags {
  readonly ack: boolean
  readonly 'retry-delays': string
}

/** Returns the pauses between attempts in ms, or null without --ack. Raises `usage.invalid`. */
function ackDelays(flags: AckFlags): readonly number[] | null {
  const delays = flags['retry-delays'].split(',').map((delay) => parseDuration(delay.trim()))
  return flags.ack ? delays : null
}

interface CollectorFlags {
  readonly 'otlp-endpoint'?: string | undefined
}

/** Returns the collector of --otlp-endpoint, or undefined without it. Raises `usage.invalid` for an invalid URL and for one with a password. */
function readOtlpEndpoint({
  'otlp-endpoint': given,
}: {
  readonly 'otlp-endpoint'?: string | undefined
}): URL | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given)
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  throw new AppError('usage.invalid', "--otlp-endpoint must be a collector's base URL without a secret.", {
    suggestions: [
      'app dev --otlp-endpoint http://127.0.0.1:4318',
      'Set a collector key in OTEL_EXPORTER_OTLP_HEADERS.',
    ],
  })
}

/** Requires --published, because the platform does not show it and a wrong guess returns a published app to review. */
export function requirePublished({ published }: { readonly published?: boolean | undefined }, isAsked: boolean): void {
  if (published !== undefined || isAsked) return
  throw new AppError(
    'usage.missing',
    'Without a terminal, --target live needs --published or --no-published. Nothing was started.',
    {
      suggestions: [
        'For a published app, add --published. Then `app dev` suggests no console changes.',
        'For any other app, add --no-published.',
      ],
    },
  )
}
