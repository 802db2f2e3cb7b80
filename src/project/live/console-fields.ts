import { REMOVE_INSTALLS } from '../../errors/advice.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import { defined } from '../../text/defined.ts'
import { isObject, parseObject } from '../../text/json.ts'
import type { AppConfig } from '../app-config.ts'
import type { Install } from '../installs.ts'
import { differingFields, registrationOf, type Registration } from '../registration.ts'

export interface ConsoleAddresses {
  /** Public origin of the gateway in `app dev`, or null for the production addresses. */
  readonly origin: string | null
  /** `--webhook-url`. */
  readonly webhookUrl?: string | undefined
}

export type ConsoleValue = string | readonly string[] | null

/** A registration field to enter in the developer console, and the consequences of changing it. */
export interface ConsoleField {
  readonly field: keyof Registration
  readonly value: ConsoleValue
  /** Whether it differs from the value last confirmed on this machine, or no value was confirmed. */
  readonly differs: boolean
  /** Value last confirmed, or null if there is none. */
  readonly before: ConsoleValue
  /** Consequences of the change, one sentence each. */
  readonly consequences: readonly string[]
}

/** The values last confirmed, as far as they are readable. */
export type ConfirmedValues = Readonly<Partial<Record<keyof Registration, ConsoleValue>>>

/**
 * Returns the registration for the developer console. With an origin, addresses on this machine
 * move there character by character, because the platform compares them without normalizing.
 */
export function consoleRegistration(config: AppConfig, { origin, webhookUrl }: ConsoleAddresses): Registration {
  if (origin === null) return registrationOf(config, defined({ webhookUrl }))
  const { manifest, redirectUris, webhooks } = config
  const appUrl = manifest?.appUrl ?? null
  return {
    ...registrationOf(config, {
      webhookUrl: webhookUrl ?? origin + webhooks.path,
      appUrl: appUrl === null ? origin : moved(appUrl, origin),
    }),
    // The platform uses only the first one (INST-026).
    redirect_uris: redirectUris.map((uri, at) => (at === 0 ? moved(uri, origin) : uri)),
  }
}

/** Returns the origin for `app register`: null if app.toml has production addresses, else the origin of `app dev`, by default the stable one in app.toml. */
export function registeredOrigin(
  { webhooks, live }: AppConfig,
  { isDev, ofDev = live?.tunnelUrl ?? null }: { readonly isDev: boolean; readonly ofDev?: string | null },
): string | null {
  const isPublic = webhooks.url !== null && !isPlainLoopback(webhooks.url)
  return isPublic && !isDev ? null : ofDev
}

function moved(address: string, origin: string): string {
  return isPlainLoopback(address) ? origin + address.replace(/^https?:\/\/[^/?#]*/i, '') : address
}

/** Returns the fields with an address on this machine, which the live platform cannot reach. */
export function localFields({
  webhook_url: webhookUrl,
  admin_manifest_json: manifest,
}: Registration): (keyof typeof settingOf)[] {
  return [
    ...(isPlainLoopback(webhookUrl) ? (['webhook_url'] as const) : []),
    ...(isPlainLoopback(describePanel(manifest).appUrl) ? (['admin_manifest_json'] as const) : []),
  ]
}

const settingOf = { webhook_url: 'webhooks.url', admin_manifest_json: 'manifest.app_url' } as const

/** Returns the app.toml settings that those fields come from. */
export function localSettings(registration: Registration): string[] {
  return localFields(registration).map((field) => settingOf[field])
}

export interface KnownOfConsole {
  /** Null if nothing was confirmed on this machine. */
  readonly confirmed: ConfirmedValues | null
  /** Recorded installs of this app and target. */
  readonly installs: readonly KnownInstall[]
}

/** The parts of an install that a registration change affects. */
export type KnownInstall = Pick<Install, 'storeCode' | 'storeId' | 'regionId' | 'scopes'> & {
  readonly installScope: string
  readonly regions: readonly Pick<Install['regions'][number], 'id' | 'code'>[]
}

/** Returns all ten fields, each with its difference from the last confirmed value. */
export function consoleFields(wanted: Registration, { confirmed, installs }: KnownOfConsole): ConsoleField[] {
  const differing = differingFields(wanted, confirmed ?? {})
  return (Object.keys(wanted) as (keyof Registration)[]).map((field) => {
    const before = confirmed?.[field]
    const differs = differing.includes(field)
    return {
      field,
      value: wanted[field],
      differs,
      before: before ?? null,
      consequences: differs
        ? [
            ...(field === 'install_scope' ? lostTokens(wanted.install_scope, installs) : []),
            ...(before === undefined ? unconfirmed(field, wanted) : (consequences[field]?.(wanted, before) ?? [])),
          ]
        : [],
    }
  })
}

/** Returns true if the platform rejects tokens of recorded installs once the fields are saved. */
export function losesTokens(fields: readonly ConsoleField[]): boolean {
  return fields.some(({ field, consequences }) => field === 'install_scope' && consequences.length > 0)
}

const INSTALL_AGAIN = 'Existing installs keep the old value until the app is reinstalled.'

/** This machine does not know the console's values, because another developer may have published the app. */
function unconfirmed(field: keyof Registration, { admin_manifest_json: manifest }: Registration): string[] {
  if (field !== 'admin_manifest_json' || manifest === null) return []
  return ['If the app is published, a changed appUrl or slot sends it back to review.']
}

/** Consequences of changing a field that was confirmed with another value. */
const consequences: {
  readonly [K in keyof Registration]?: (wanted: Registration, before: ConsoleValue) => string[]
} = {
  requested_scopes: () => [INSTALL_AGAIN],
  webhook_topics: () => [INSTALL_AGAIN],
  webhook_url: () => ['Events from every store that has installed the app are sent to this URL.'],
  countries: () => ['Countries are set when the app is created and cannot be changed later.'],
  admin_manifest_json: ({ admin_manifest_json: manifest }, before) => {
    const [now, then] = [describePanel(manifest), describePanel(before)]
    const changes = panelChanges(before, manifest)
    const review = 'If the app is published, this change sends it back to review.'
    return [
      ...(changes.includes('appUrl') ? [`appUrl was ${then.appUrl || 'not set'}. ${review}`] : []),
      ...(changes.includes('slots') ? [`The slots were ${then.slots}. ${review}`] : []),
      ...(then.scope === '' || now.scope === then.scope ? [] : [`installScope was ${then.scope}.`]),
    ]
  },
}

/** TOK-021: a token is rejected while another install scope is registered. */
function lostTokens(scope: Registration['install_scope'], installs: readonly KnownInstall[]): string[] {
  const others = installs.filter(({ installScope }) => installScope !== scope)
  if (others.length === 0) return []
  const places = others
    .map(placeOf)
    .map(({ store, region }) => `${store}${region === null ? '' : ` (region ${region})`}`)
  return [
    `After you save this value, the platform rejects the tokens of installs with the old install_scope (401): ${places.join(', ')}. ${REMOVE_INSTALLS}`,
  ]
}

/** The store and region of an install, by their codes if known. */
export function placeOf({ storeCode, storeId, regionId, regions }: KnownInstall) {
  const code = regions.find(({ id }) => id === regionId)?.code
  return { store: storeCode ?? String(storeId), region: regionId === null ? null : (code ?? String(regionId)) }
}

/** Returns the manifest parts that a review covers, on one line. */
export function panelText(manifest: ConsoleValue): string {
  const { appUrl, slots } = describePanel(manifest)
  return `appUrl ${appUrl || 'none'}, slots ${slots}`
}

/** A manifest's panel as text. A damaged note counts as empty. */
function describePanel(manifest: ConsoleValue): Readonly<Record<'appUrl' | 'slots' | 'scope', string>> {
  const { appUrl, slots, installScope } = parseObject(typeof manifest === 'string' ? manifest : '') ?? {}
  const parts = (Array.isArray(slots) ? slots : []).filter(isObject)
  const shown = parts.map(({ type, path, label }) => `${String(type)} ${String(path)} "${String(label)}"`)
  return { appUrl: textOrNone(appUrl), slots: shown.join(', ') || 'none', scope: textOrNone(installScope) }
}

function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
