import { AppError } from '../../errors.ts'
import type { World } from '../world.ts'
import { getApp } from './apps.ts'

/** Not persisted: an inspector does not outlive the `app dev` that shows it. */
const known = new WeakMap<World, Map<string, string>>()

/**
 * Sets the address of an app's inspector, as reported by `app dev`; null removes it. It must be an origin on this
 * machine without a path, so that it cannot contain a token. Raises `emulator.unknown-app`, `emulator.bad-request`.
 */
export function setInspector(world: World, appKey: string, origin: string | null): void {
  getApp(world, appKey)
  const inspectors = known.get(world) ?? new Map<string, string>()
  known.set(world, inspectors)
  if (origin === null) {
    inspectors.delete(appKey)
    return
  }
  if (!/^http:\/\/127\.0\.0\.1:\d{1,5}$/.test(origin))
    throw new AppError('emulator.bad-request', 'The inspector URL must look like http://127.0.0.1:4812.')
  inspectors.set(appKey, origin)
}

/** Returns whether `app dev` runs the app and registers it again from app.toml. */
export function hasInspector(world: World, appKey: string): boolean {
  return known.get(world)?.has(appKey) ?? false
}

/** Returns an event's page in the app's running inspector, or null if none runs. The page asks for its own token. */
export function inspectorAddress(world: World, appKey: string, eventId: string): string | null {
  const origin = known.get(world)?.get(appKey)
  return origin === undefined ? null : `${origin}/#/events/${encodeURIComponent(eventId)}`
}
