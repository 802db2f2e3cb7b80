import type { InstallScope } from './embed-payload.ts'
import { isRecord, type ManifestNote } from './manifest-note.ts'
import { checkSlots, type Slot } from './manifest-slots.ts'
import { readWebAddress, type WebAddressProblem } from './web-address.ts'

/** A manifest that the platform can render, without slots of unknown types. */
export interface Manifest {
  readonly renderMode: 'iframe'
  readonly appUrl: string
  /** Install scope, or null if the manifest does not contain it. */
  readonly installScope: InstallScope | null
  readonly slots: readonly Slot[]
}

export interface ManifestToCheck {
  /** `admin_manifest_json`, as text or parsed. */
  readonly manifest: unknown
  /** Origin of the store admin, such as `https://admin.example`, or null if unknown. */
  readonly adminOrigin: string | null
  /** `install_scope` of the registration, for a warning if the manifest differs. */
  readonly registeredScope?: InstallScope
}

export type ManifestVerdict =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly ManifestNote[] }
  | { readonly ok: false; readonly problems: readonly ManifestNote[]; readonly warnings: readonly ManifestNote[] }

/**
 * Checks whether the store admin would open a panel for this manifest. Returns all problems with
 * their fields. Never throws.
 */
export function checkManifest({ manifest, adminOrigin, registeredScope }: ManifestToCheck): ManifestVerdict {
  const fields = parseManifest(manifest)
  if (!fields) {
    const problem = { path: '', code: 'not-an-object', message: 'The manifest is not a JSON object.' }
    return { ok: false, problems: [problem], warnings: [] }
  }
  const { appUrl, notes } = checkAppUrl(fields['appUrl'], adminOrigin)
  const scope = checkScope(fields['installScope'], registeredScope)
  const slots = checkSlots(fields['slots'], appUrl)
  const problems = [...checkRenderMode(fields['renderMode']), ...notes, ...scope.problems, ...slots.problems]
  const warnings = [...scope.warnings, ...slots.warnings]
  if (problems.length > 0 || !appUrl) return { ok: false, problems, warnings }
  return {
    ok: true,
    manifest: { renderMode: 'iframe', appUrl: appUrl.href, installScope: scope.value, slots: slots.slots },
    warnings,
  }
}

function parseManifest(manifest: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof manifest !== 'string') return isRecord(manifest) ? manifest : null
  try {
    const value: unknown = JSON.parse(manifest)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function checkRenderMode(value: unknown): ManifestNote[] {
  if (value === 'iframe') return []
  return [{ path: 'renderMode', code: 'render-mode', message: 'renderMode must be iframe for an external app.' }]
}

const addressMessages: Record<WebAddressProblem, string> = {
  'not-absolute': 'appUrl is not an absolute URL such as https://app.example.',
  scheme: 'appUrl must be an https URL. URLs without an origin, such as data: and blob:, do not open a panel.',
  characters: 'appUrl contains spaces, control characters or backslashes.',
  credentials: 'appUrl contains a user name or password.',
  insecure: 'appUrl must be https. http is only allowed for development, on localhost, 127.0.0.1 or [::1].',
}

function checkAppUrl(value: unknown, adminOrigin: string | null): { appUrl: URL | null; notes: ManifestNote[] } {
  if (value === undefined || value === null || value === '') {
    return rejectAppUrl('app-url-missing', 'appUrl is required. Without it the store admin shows no panel.')
  }
  const address = readWebAddress(value)
  if (!address.ok) return rejectAppUrl(`app-url-${address.reason}`, addressMessages[address.reason])
  if (adminOrigin !== null && URL.canParse(adminOrigin) && new URL(adminOrigin).origin === address.url.origin) {
    return rejectAppUrl(
      'app-url-same-origin',
      'appUrl has the same origin as the store admin. The panel needs a different origin.',
    )
  }
  return { appUrl: address.url, notes: [] }
}

function rejectAppUrl(code: string, message: string): { appUrl: null; notes: ManifestNote[] } {
  return { appUrl: null, notes: [{ path: 'appUrl', code, message }] }
}

interface CheckedScope {
  readonly value: InstallScope | null
  readonly problems: readonly ManifestNote[]
  readonly warnings: readonly ManifestNote[]
}

function checkScope(value: unknown, registered: InstallScope | undefined): CheckedScope {
  const path = 'installScope'
  if (value === undefined || value === null) {
    const message =
      'Without installScope, the embed token does not show whether the panel is for one region or the whole store.'
    return { value: null, problems: [], warnings: [{ path, code: 'scope-missing', message }] }
  }
  if (value !== 'region' && value !== 'store') {
    return {
      value: null,
      problems: [{ path, code: 'scope', message: 'installScope must be region or store.' }],
      warnings: [],
    }
  }
  if (registered === undefined || registered === value) return { value, problems: [], warnings: [] }
  const message = `The registration has install scope ${registered}, but the manifest has ${value}. Embed tokens use the manifest's scope, and access tokens use the registration's scope.`
  return { value, problems: [], warnings: [{ path, code: 'scope-differs', message }] }
}
