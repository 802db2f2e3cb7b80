import { AppError } from '../errors.ts'
import type { EventOrigin } from '../webhooks/event-origin.ts'
import { createMilestone } from './milestone.ts'
import { ensureInstalled, installRegion, type AppInstall } from './processes/app-install.ts'
import type { Stage } from './stage.ts'

/** What the keys of `app dev` do differently on each target. */
export interface ControlPlace {
  /** Installs the app again. */
  readonly install: () => Promise<void>
  /** An address that shows the store admin. */
  readonly adminUrl: () => Promise<string>
  /** What a test event is said to come from. Raises `install.unknown` where the app is in no store yet. */
  readonly origin: () => Pick<EventOrigin, 'storeId' | 'regionId'>
  /** For the status line. */
  readonly store: () => string
}

/** The test store of the emulator, whose manager is signed in on the way. */
export function emulatorPlace(stage: Stage, { control, store }: Pick<AppInstall, 'control' | 'store'>): ControlPlace {
  const { options } = stage
  const region = () => installRegion(store, options.region)
  return {
    install: () =>
      ensureInstalled(
        { ...stage, options: { ...options, reinstall: true } },
        { control, store, installed: createMilestone() },
      ),
    adminUrl: () => control.signInUrl(store.code, region()?.id),
    origin: () => {
      const id = region()?.id
      return { storeId: String(store.id), regionId: id === undefined ? null : String(id) }
    },
    store: () => store.code,
  }
}

/** For a place without an install. */
export function noStoreYet(): AppError {
  return new AppError('install.unknown', 'The app is in no store yet, and an event names its store: install it first.')
}
