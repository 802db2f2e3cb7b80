import { AppError } from '../../errors.ts'
import { isSlotType } from '../../protocol/manifest-slots.ts'
import { checkManifest, type Manifest, type ManifestVerdict } from '../../protocol/manifest.ts'
import type { EmulatorContext } from '../context.ts'
import { allowedHosts } from '../hosts.ts'
import type { EnteredRegistration } from './registration-input.ts'

/** Such a manifest is registered anyway, but it opens no panel (EMB-005, EMB-007). */
const tolerated: ReadonlySet<string> = new Set(['render-mode', 'app-url-missing'])

export interface CheckedPanel {
  /** The stored form, without slots of unknown types (EMB-027). */
  readonly json: string | null
  readonly warnings: readonly string[]
}

/** Checks the manifest of a registration. Raises `emulator.bad-registration` for an address or a slot that the documents forbid. */
export function checkPanel(context: EmulatorContext, fields: EnteredRegistration): CheckedPanel {
  const json = fields.admin_manifest_json
  if (json === null) return { json, warnings: [] }
  const { install_scope: scope } = fields
  const checked = verdict(context, json, scope === 'region' || scope === 'store' ? { registeredScope: scope } : {})
  const problems = checked.ok ? [] : checked.problems
  const refused = problems.find(({ code }) => !tolerated.has(code))
  if (refused !== undefined) {
    throw new AppError('emulator.bad-registration', `admin_manifest_json: ${refused.message}`, {
      details: { field: 'admin_manifest_json', path: refused.path },
    })
  }
  const kept = withoutUnknownSlots(json)
  return {
    json: kept,
    warnings: [...problems, ...checked.warnings].map(({ path, message }) => `${path || 'manifest'}: ${message}`),
  }
}

/** Returns an app's manifest if the admin can open a panel for it, or null if there is no admin UI. */
export function panelManifest(context: EmulatorContext, json: string | null): Manifest | null {
  if (json === null) return null
  const checked = verdict(context, json, {})
  return checked.ok ? checked.manifest : null
}

function verdict(
  context: EmulatorContext,
  json: string,
  scope: { registeredScope?: 'region' | 'store' },
): ManifestVerdict {
  const manifest = context.settings().slotSlash === 'allowed' ? withoutSlashes(json) : json
  const { admin } = context.urls()
  const check = (adminOrigin: string) => checkManifest({ manifest, adminOrigin, ...scope })
  const checked = check(new URL(admin).origin)
  if (!checked.ok) return checked
  // EMB-013: the admin responds under every name of this machine, and each name is a separate origin.
  const { origin, protocol, host } = new URL(checked.manifest.appUrl)
  return protocol === 'http:' && allowedHosts(admin).includes(host) ? check(origin) : checked
}

function readManifest(json: string | null): Readonly<Record<string, unknown>> {
  // `checkPanel` allows only the text of a JSON object into the registry.
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>)
}

/** A28: in the other interpretation, `/orders` is the same path below the app's root as `orders`. */
function withoutSlashes(json: string): unknown {
  const manifest = readManifest(json)
  const slots = manifest['slots']
  if (!Array.isArray(slots)) return manifest
  return { ...manifest, slots: slots.map((slot: unknown) => withoutSlash(slot)) }
}

function withoutSlash(slot: unknown): unknown {
  const { path } = (slot ?? {}) as { path?: unknown }
  // Two slashes start a host name, which no interpretation allows.
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return slot
  return { ...(slot as object), path: path.slice(1) }
}

function withoutUnknownSlots(json: string): string {
  const manifest = readManifest(json)
  const slots = manifest['slots']
  if (!Array.isArray(slots)) return json
  const known = slots.filter((slot: unknown) => isSlotType((slot as { type?: unknown } | null)?.type))
  return known.length === slots.length ? json : JSON.stringify({ ...manifest, slots: known })
}
