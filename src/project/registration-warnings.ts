import { scopes as knownScopes, type Scope } from '../catalog/scopes.ts'
import { topics, type Topic } from '../catalog/topics.ts'
import { checkManifest } from '../protocol/manifest.ts'
import type { AppConfig } from './app-config.ts'
import { manifestJson } from './registration.ts'

/** A setting that the platform accepts but silently handles differently than expected. */
export interface Warning {
  /** Stable code for scripts. */
  readonly code: string
  readonly message: string
}

export interface WarningFacts {
  readonly config: AppConfig
  /** Origin of the store admin, or null if unknown. */
  readonly adminOrigin: string | null
  /** Whether this registration creates the app. */
  readonly isNew: boolean
}

/** Returns warnings about silent traps in a valid configuration. */
export function registrationWarnings(facts: WarningFacts): Warning[] {
  return [
    ...announcedScopes(facts.config),
    ...warehouseReading(facts.config),
    ...silentTopics(facts.config),
    ...unusedRedirects(facts.config),
    ...frozenCountries(facts),
    ...manifestNotes(facts),
  ]
}

function allScopes({ scopes }: AppConfig): string[] {
  return [...scopes.required, ...scopes.optional]
}

function announcedScopes(config: AppConfig): Warning[] {
  return allScopes(config).flatMap((name) => {
    // The shape check allows only known names.
    return 'announced' in knownScopes[name as Scope]
      ? [{ code: 'scope-announced', message: `${name} is announced but not available yet.` }]
      : []
  })
}

function warehouseReading(config: AppConfig): Warning[] {
  const asked = allScopes(config)
  if (!asked.includes('inventory.write') || asked.includes('products.read')) return []
  const message = 'inventory.write is requested without products.read, so the app cannot list its warehouses.'
  return [{ code: 'inventory-without-products', message }]
}

function silentTopics(config: AppConfig): Warning[] {
  return config.webhooks.topics.flatMap((name) => {
    // The shape check allows only the nine topics.
    const { scope } = topics[name as Topic]
    if (scope === null) return []
    if (config.scopes.required.includes(scope)) return []
    const optional = config.scopes.optional.includes(scope)
    const message = optional
      ? `${name} needs ${scope}, which is optional. If the store owner declines the scope, the platform silently skips the subscription.`
      : `${name} needs ${scope}, which is not requested. The platform silently skips the subscription.`
    return [{ code: optional ? 'topic-scope-optional' : 'topic-scope-missing', message }]
  })
}

function unusedRedirects({ redirectUris }: AppConfig): Warning[] {
  if (redirectUris.length < 2) return []
  const message = `Only the first entry of redirect_uris is used. Unused entries: ${redirectUris.slice(1).join(', ')}.`
  return [{ code: 'redirect-unused', message }]
}

function frozenCountries({ config, isNew }: WarningFacts): Warning[] {
  if (!isNew) return []
  const what = config.countries.length === 0 ? 'global' : `limited to ${config.countries.join(', ')}`
  return [{ code: 'countries-frozen', message: `The app is ${what}. This cannot change after registration.` }]
}

function manifestNotes({ config, adminOrigin }: WarningFacts): Warning[] {
  const manifest = manifestJson(config)
  if (manifest === null) return []
  const verdict = checkManifest({ manifest, adminOrigin, registeredScope: config.installScope })
  const notes = verdict.ok ? verdict.warnings : [...verdict.problems, ...verdict.warnings]
  return notes.map(({ path, code, message }) => ({ code, message: path === '' ? message : `${path}: ${message}` }))
}
