import type { AppConfig } from '../../project/app-config.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'

/** The fields of the registration that depend on where the app can be reached, by their documented names. */
export interface PortalFields {
  readonly webhook_url: string
  readonly 'redirect_uris[0]': string
  /** Of the manifest; null for an app without pages in the store admin. */
  readonly appUrl: string | null
}

export interface PortalChange {
  readonly field: keyof PortalFields
  readonly value: string
  /** What was announced last time; null for nothing. */
  readonly before: string | null
}

/** The fields for a gateway that is public at `origin`. What app.toml puts elsewhere than on this machine is left as it is. */
export function portalFields({ webhooks, redirectUris, manifest }: AppConfig, origin: string): PortalFields {
  const redirectUri = redirectUris[0] ?? ''
  const appUrl = manifest?.appUrl ?? null
  return {
    webhook_url: origin + webhooks.path,
    'redirect_uris[0]': isPlainLoopback(redirectUri) ? moved(redirectUri, origin) : redirectUri,
    appUrl:
      manifest === null ? null : appUrl === null ? origin : isPlainLoopback(appUrl) ? moved(appUrl, origin) : appUrl,
  }
}

/** The same path and query at another origin, compared to the letter by the platform: no slash is added. */
function moved(address: string, origin: string): string {
  return origin + address.replace(/^https?:\/\/[^/?#]*/i, '')
}

/** What differs from what was announced last time, in the order of the portal. */
export function portalChanges(fields: PortalFields, before: PortalFields | null): PortalChange[] {
  const names = ['webhook_url', 'redirect_uris[0]', 'appUrl'] as const
  return names.flatMap((field) => {
    const value = fields[field]
    const known = before?.[field] ?? null
    return value === null || value === known ? [] : [{ field, value, before: known }]
  })
}

/** Keeps what a person was asked to enter: the platform itself cannot be asked what is registered. */
export function rememberAnnounced(place: NoteOwner, fields: PortalFields): void {
  writeNote(place, 'announced', fields)
}

/** Null when nothing was announced yet, or it cannot be read. */
export function readAnnounced(place: NoteOwner): PortalFields | null {
  const { webhook_url: webhookUrl, 'redirect_uris[0]': redirectUri, appUrl } = readNote(place, 'announced') ?? {}
  if (typeof webhookUrl !== 'string' || typeof redirectUri !== 'string') return null
  return {
    webhook_url: webhookUrl,
    'redirect_uris[0]': redirectUri,
    appUrl: typeof appUrl === 'string' ? appUrl : null,
  }
}
