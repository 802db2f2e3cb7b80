import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import { getApp } from './apps.ts'

/** Not persisted: an inspector does not outlive the `app dev` that shows it. */
const known = new WeakMap<EmulatorContext, Map<string, string>>()

/**
 * Sets the address of an app's inspector, as reported by `app dev`; null removes it. It must be an origin on this
 * machine without a path, so that it cannot contain a token. Raises `emulator.unknown-app`, `emulator.bad-request`.
 */
export function setInspector(context: EmulatorContext, appKey: string, origin: string | null): void {
  getApp(context, appKey)
  const inspectors = known.get(context) ?? new Map<string, string>()
  known.set(context, inspectors)
  if (origin === null) {
    inspectors.delete(appKey)
    return
  }
  if (!/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin))
    throw new AppError('emulator.bad-request', 'The inspector URL must look like http://127.0.0.1:4812.')
  inspectors.set(appKey, origin)
}

/** Returns whether `app dev` runs the app and registers it again from app.toml. */
export function hasInspector(context: EmulatorContext, appKey: string): boolean {
  return known.get(context)?.has(appKey) ?? false
}

/** Returns an event's page in the app's running inspector, or null if none runs. The page asks for its own token. */
export function inspectorAddress(context: EmulatorContext, appKey: string, eventId: string): string | null {
  const origin = known.get(context)?.get(appKey)
  return origin === undefined ? null : `${origin}/#/events/${encodeURIComponent(eventId)}`
}
