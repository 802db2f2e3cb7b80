import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The developer's OpenTelemetry variables by name. */
export type OtelSettings = Readonly<Record<string, string | undefined>>

/** Prefix of the exporter's variables (OpenTelemetry, Protocol Exporter). */
export const OTLP_VARIABLE = 'OTEL_EXPORTER_OTLP_'

/** Reads the settings from the environment or the app's .env. */
export function otelSettings(env: OtelSettings, dir: string): OtelSettings {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('OTEL_') && value !== '')
  return { ...Object.fromEntries(inFile(join(dir, '.env'))), ...Object.fromEntries(own) }
}

export interface SignalSetting {
  readonly name: string
  /** `/v1/traces` and similar. */
  readonly path: string
  readonly what: 'ENDPOINT' | 'HEADERS' | 'PROTOCOL'
}

/** Returns the settings of single signals, which take precedence over general ones. */
export function signalSettings(set: OtelSettings): SignalSetting[] {
  return Object.keys(set).flatMap((name) => {
    const [, signal = '', what] =
      /^OTEL_EXPORTER_OTLP_(TRACES|LOGS|METRICS)_(ENDPOINT|HEADERS|PROTOCOL)$/.exec(name) ?? []
    // The expression matches only these words.
    return what === undefined
      ? []
      : [{ name, path: `/v1/${signal.toLowerCase()}`, what: what as SignalSetting['what'] }]
  })
}

/** Returns the setting for this path: that of its signal, else the general one. */
export function settingFor(set: OtelSettings, path: string, what: SignalSetting['what']): string | undefined {
  const own = signalSettings(set).find((one) => one.path === path && one.what === what)
  return set[own?.name ?? OTLP_VARIABLE + what]
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
