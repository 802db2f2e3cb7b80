import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the developer has set for OpenTelemetry, by the names of the variables. */
export type OtelSettings = Readonly<Record<string, string | undefined>>

/** Begins the variables of the exporter (OpenTelemetry, Protocol Exporter). */
export const OTLP_VARIABLE = 'OTEL_EXPORTER_OTLP_'

/** In the environment, or in the app's own .env. */
export function otelSettings(env: OtelSettings, dir: string): OtelSettings {
  const own = Object.entries(env).filter(([name, value]) => name.startsWith('OTEL_') && value !== '')
  return { ...Object.fromEntries(inFile(join(dir, '.env'))), ...Object.fromEntries(own) }
}

export interface SignalSetting {
  readonly name: string
  /** `/v1/traces` and the like. */
  readonly path: string
  readonly what: 'ENDPOINT' | 'HEADERS' | 'PROTOCOL'
}

/** Those of one signal alone, which count before those of all. */
export function signalSettings(set: OtelSettings): SignalSetting[] {
  return Object.keys(set).flatMap((name) => {
    const [, signal = '', what] =
      /^OTEL_EXPORTER_OTLP_(TRACES|LOGS|METRICS)_(ENDPOINT|HEADERS|PROTOCOL)$/.exec(name) ?? []
    // One of the words that the expression knows.
    return what === undefined
      ? []
      : [{ name, path: `/v1/${signal.toLowerCase()}`, what: what as SignalSetting['what'] }]
  })
}

/** The setting for what goes to this path: that of its signal, else that of all. */
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
