import { isOneSite, ONE_SITE } from './address-shapes.ts'
import { appShape } from './app-shape.ts'
import type { Problem } from './check-shape.ts'
import { checkShape } from './check-shape.ts'
import type { LiveLevel } from './live/live-level.ts'

export type InstallScope = 'region' | 'store'

/**
 * An entry of `[[check.accepted]]`: findings of this check are accepted until the end of a day
 * (YYYY-MM-DD, UTC).
 */
export interface AcceptedFinding {
  readonly id: string
  readonly reason: string
  readonly until: string
}

export interface Slot {
  readonly type: string
  readonly path: string
  readonly label: string
}

/** app.toml with defaults, in camel case. */
export interface AppConfig {
  readonly key: string
  readonly name: string
  /** One value for the registration and the manifest (A16). */
  readonly installScope: InstallScope
  /** Empty for a global app. */
  readonly countries: readonly string[]
  /** Price text, or null for a free app. */
  readonly price: string | null
  /** At least one URL. Only the first is used. */
  readonly redirectUris: readonly string[]
  readonly scopes: { readonly required: readonly string[]; readonly optional: readonly string[] }
  readonly webhooks: { readonly path: string; readonly topics: readonly string[]; readonly url: string | null }
  /** Manifest, or null for an app without pages in the store admin. */
  readonly manifest: {
    readonly renderMode: 'iframe'
    readonly appUrl: string | null
    readonly slots: readonly Slot[]
  } | null
  readonly dev: {
    readonly command: readonly string[]
    readonly port: number
    readonly installPath: string
    /** Paths in the project folder that restart the app when they change. */
    readonly watch: readonly string[]
  }
  readonly check: { readonly accepted: readonly AcceptedFinding[] }
  readonly live: {
    readonly baseUrl: string | null
    readonly adminUrl: string | null
    readonly clientId: string | null
    /** Tunnel of `app dev`: `quick` or a tunnel name. `tunnelUrl` is its public URL. */
    readonly tunnel: string | null
    readonly tunnelUrl: string | null
    /** Allowed access from this machine. Null if app.toml does not set it, which means `read`. */
    readonly level: LiveLevel | null
  } | null
}

/** app.toml after the shape check: documented names, with defaults. */
interface RawConfig {
  readonly key: string
  readonly name: string
  readonly install_scope: InstallScope
  readonly countries: readonly string[]
  readonly price?: string
  readonly redirect_uris: readonly string[]
  readonly scopes: AppConfig['scopes']
  readonly webhooks: { readonly path: string; readonly topics: readonly string[]; readonly url?: string }
  readonly manifest?: { readonly render_mode: 'iframe'; readonly app_url?: string; readonly slots: readonly Slot[] }
  readonly dev: {
    readonly command: readonly string[]
    readonly port: number
    readonly install_path: string
    readonly watch: readonly string[]
  }
  readonly check: { readonly accepted?: readonly AcceptedFinding[] }
  readonly targets: {
    readonly live?: {
      readonly base_url?: string
      readonly admin_url?: string
      readonly client_id?: string
      readonly tunnel?: string
      readonly tunnel_url?: string
      readonly access: LiveLevel
    }
  }
}

export type ReadConfig =
  | { readonly ok: true; readonly config: AppConfig }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** Reads a parsed app.toml as an `AppConfig`, or returns all its problems. */
export function readConfig(value: unknown): ReadConfig {
  const { value: checked, problems } = checkShape(appShape, value)
  if (problems.length > 0) return { ok: false, problems }
  // The shape check has passed, and RawConfig repeats it as types. test/project/app-config.test.ts keeps them equal.
  const raw = checked as RawConfig
  const across = [...scopesInBothLists(raw), ...slotPaths(raw), ...sameOrigin(raw), ...acceptedTwice(raw)]
  return across.length > 0 ? { ok: false, problems: across } : { ok: true, config: fromRaw(raw, saidLevel(value)) }
}

/** Returns the level as written, without the default, because callers report where it comes from. */
function saidLevel(value: unknown): LiveLevel | null {
  // The shape check has passed.
  const { targets } = value as { readonly targets?: { readonly live?: { readonly access?: LiveLevel } } }
  return targets?.live?.access ?? null
}

function fromRaw(raw: RawConfig, level: LiveLevel | null): AppConfig {
  const { manifest, webhooks, dev } = raw
  const { live } = raw.targets
  return {
    key: raw.key,
    name: raw.name,
    installScope: raw.install_scope,
    countries: raw.countries,
    price: raw.price ?? null,
    redirectUris: raw.redirect_uris,
    scopes: { required: raw.scopes.required, optional: raw.scopes.optional },
    webhooks: { path: webhooks.path, topics: webhooks.topics, url: webhooks.url ?? null },
    manifest:
      manifest === undefined
        ? null
        : { renderMode: manifest.render_mode, appUrl: manifest.app_url ?? null, slots: manifest.slots },
    dev: { command: dev.command, port: dev.port, installPath: dev.install_path, watch: dev.watch },
    check: { accepted: raw.check.accepted ?? [] },
    live:
      live === undefined
        ? null
        : {
            baseUrl: live.base_url ?? null,
            adminUrl: live.admin_url ?? null,
            clientId: live.client_id ?? null,
            tunnel: live.tunnel ?? null,
            tunnelUrl: live.tunnel_url ?? null,
            level,
          },
  }
}

function scopesInBothLists({ scopes }: RawConfig): Problem[] {
  return scopes.optional.flatMap((name, at) =>
    scopes.required.includes(name)
      ? [
          {
            path: ['scopes', 'optional', at],
            message: `contains ${name}, which is also in scopes.required. Remove it from one list.`,
          },
        ]
      : [],
  )
}

function acceptedTwice({ check }: RawConfig): Problem[] {
  const ids = (check.accepted ?? []).map(({ id }) => id)
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [{ path: ['check', 'accepted', at, 'id'], message: `contains ${id} twice.` }],
  )
}

function sameOrigin({ targets }: RawConfig): Problem[] {
  const { base_url: base, admin_url: admin } = targets.live ?? {}
  if (base === undefined || admin === undefined || !isOneSite(base, admin)) return []
  return [{ path: ['targets', 'live', 'admin_url'], message: ONE_SITE }]
}

/** Checks the rules that need no address (EMB-029, EMB-030, A28). `checkManifest` checks the others. */
function slotPaths({ manifest }: RawConfig): Problem[] {
  return (manifest?.slots ?? []).flatMap(({ path }, at) =>
    /^\/|^[a-z][a-z0-9+.-]*:|\\/i.test(path)
      ? [
          {
            path: ['manifest', 'slots', at, 'path'],
            message: 'is not relative to the app.',
            allowed: 'a path without a leading slash, scheme or host, such as panel',
          },
        ]
      : [],
  )
}
