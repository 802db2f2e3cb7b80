export type AppKeyVerdict =
  | { readonly ok: true; readonly key: string; readonly company: string; readonly name: string }
  | { readonly ok: false; readonly reason: 'not-text' | 'prefix' | 'parts' | 'characters' }

/**
 * Parses an app key, `app.<company>.<name>`, which never changes once the app is registered.
 * Company and name are lowercase letters, digits and hyphens. Never throws.
 */
export function parseAppKey(text: unknown): AppKeyVerdict {
  if (typeof text !== 'string') return { ok: false, reason: 'not-text' }
  if (!text.startsWith('app.')) return { ok: false, reason: 'prefix' }
  const [, company = '', name = '', ...more] = text.split('.', 4)
  if (company === '' || name === '' || more.length > 0) return { ok: false, reason: 'parts' }
  if (!/^[a-z0-9-]+$/.test(company) || !/^[a-z0-9-]+$/.test(name)) return { ok: false, reason: 'characters' }
  return { ok: true, key: text, company, name }
}
