import { AppError } from '../../errors.ts'
import type { World } from '../world.ts'
import { getApp } from './apps.ts'

/** Kept for this start only: an inspector does not outlive the `app dev` that shows it. */
const known = new WeakMap<World, Map<string, string>>()

/**
 * Where the journal of an app is a page, as `app dev` says it; null when it no longer is. An origin of this machine and nothing behind it, so that no token
 * can come along. Raises `emulator.unknown-app`, `emulator.bad-request`.
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
    throw new AppError('emulator.bad-request', 'The inspector address must look like http://127.0.0.1:4812.')
  inspectors.set(appKey, origin)
}

/** Whether `app dev` runs the app, which registers it again from app.toml. */
export function hasInspector(world: World, appKey: string): boolean {
  return known.get(world)?.has(appKey) ?? false
}

/** The page of an event in the running inspector of an app; null where none runs. The page asks for its own token. */
export function inspectorAddress(world: World, appKey: string, eventId: string): string | null {
  const origin = known.get(world)?.get(appKey)
  return origin === undefined ? null : `${origin}/#/events/${encodeURIComponent(eventId)}`
}
