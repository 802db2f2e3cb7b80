import { isDeepStrictEqual } from 'node:util'

import { parseJson } from '../text/json.ts'
import type { AppConfig, InstallScope } from './app-config.ts'

/** A developer's input in the portal, with the documented names (B53). The control API accepts it unchanged. */
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
  /** Replaces `webhooks.url`: the gateway of `app dev`, or `--webhook-url`. */
  readonly webhookUrl?: string
  /** Replaces `manifest.app_url`: the gateway of `app dev`. */
  readonly appUrl?: string
}

/** Returns the app's registration for the developer portal. The manifest repeats the registration's install scope (A16). */
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

/** Returns the app's address on this machine, without a final slash. */
export function localAddress({ dev }: AppConfig): string {
  return `http://127.0.0.1:${dev.port}`
}

/** Returns the app's root as the store admin frames it. */
function appUrlOf(config: AppConfig): string {
  return config.manifest?.appUrl ?? localAddress(config)
}

/** Returns `admin_manifest_json`, or null for an app without pages in the store admin (EMB-003). */
export function manifestJson(config: AppConfig, appUrl = appUrlOf(config)): string | null {
  if (config.manifest === null) return null
  const { renderMode, slots } = config.manifest
  return JSON.stringify({ renderMode, appUrl, installScope: config.installScope, slots })
}

/**
 * Returns the fields with registered values that differ from app.toml. The order of scopes, topics
 * and countries and the manifest's formatting do not count.
 */
export function differingFields(
  input: Registration,
  known: Readonly<Partial<Record<keyof Registration, unknown>>>,
): (keyof Registration)[] {
  // The object's keys are the registration's fields.
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
