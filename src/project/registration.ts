import { isDeepStrictEqual } from 'node:util'

import { parseJson } from '../text/json.ts'
import type { AppConfig, InstallScope } from './app-config.ts'

/** What a developer enters in the portal, in the documented spellings (B53); the control interface takes it as it is. */
export interface Registration {
  readonly name: string
  readonly requested_scopes: readonly string[]
  readonly optional_scopes: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly install_scope: InstallScope
  readonly webhook_url: string
  readonly webhook_topics: readonly string[]
  readonly admin_manifest_json: string | null
  readonly countries: readonly string[]
  readonly price: string | null
}

export interface RegistrationAddresses {
  /** Instead of `webhooks.url`: the gateway of `app dev`, or `--webhook-url`. */
  readonly webhookUrl?: string
  /** Instead of `manifest.app_url`: the gateway of `app dev`. */
  readonly appUrl?: string
}

/** What the developer portal gets of the app. The manifest has the install scope of the registration: one value, written twice (A16). */
export function registrationOf(config: AppConfig, addresses: RegistrationAddresses = {}): Registration {
  const { scopes, countries, price } = config
  return {
    name: config.name,
    requested_scopes: [...scopes.required, ...scopes.optional],
    optional_scopes: scopes.optional,
    redirect_uris: config.redirectUris,
    install_scope: config.installScope,
    webhook_url: addresses.webhookUrl ?? config.webhooks.url ?? `${localAddress(config)}${config.webhooks.path}`,
    webhook_topics: config.webhooks.topics,
    admin_manifest_json: manifestJson(config, addresses.appUrl),
    countries,
    price,
  }
}

/** The app on this machine, without a final slash. */
export function localAddress({ dev }: AppConfig): string {
  return `http://127.0.0.1:${dev.port}`
}

/** The app's root as the store admin frames it. */
function appUrlOf(config: AppConfig): string {
  return config.manifest?.appUrl ?? localAddress(config)
}

/** `admin_manifest_json`, or null for an app without pages in the store admin (EMB-003). */
export function manifestJson(config: AppConfig, appUrl = appUrlOf(config)): string | null {
  if (config.manifest === null) return null
  const { renderMode, slots } = config.manifest
  return JSON.stringify({ renderMode, appUrl, installScope: config.installScope, slots })
}

/**
 * The fields whose registered values differ from those of app.toml. The order of scopes, topics and countries and the
 * formatting of the manifest do not count.
 */
export function differingFields(
  input: Registration,
  known: Readonly<Partial<Record<keyof Registration, unknown>>>,
): (keyof Registration)[] {
  // The keys of this object are fields of the registration.
  const names = Object.keys(input) as (keyof Registration)[]
  return names.filter((name) => !isDeepStrictEqual(comparable(name, input[name]), comparable(name, known[name])))
}

function comparable(name: keyof Registration, value: unknown): unknown {
  if (name === 'admin_manifest_json' && typeof value === 'string') {
    const parsed = parseJson(value)
    return parsed.ok ? parsed.value : value
  }
  if (Array.isArray(value) && name !== 'redirect_uris') return [...value].map(String).toSorted()
  return value
}
