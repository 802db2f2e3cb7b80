import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { consoleOrigin } from '../../dev/live/console.ts'
import type { Project } from '../../project/app-toml.ts'
import { consoleFields, type ConsoleField, type KnownOfConsole } from '../../project/live/console-fields.ts'
import { plannedChange } from '../../project/live/planned-change.ts'
import { registrationOf } from '../../project/registration.ts'
import { folderRegistrations } from '../../project/toml/registration-files.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import type { AppFacts, ListedRegistration } from '../../views/submission.ts'
import { liveConsole, liveNotes } from '../live/live-console.ts'
import { returnsToReview } from './returns-to-review.ts'

/** Returns the status of the project's app on the emulator, and what `app submit` would change. Raises `emulator.unknown-app`. */
export async function readAppReport(
  control: ControlClient,
  { config }: Project,
  isDevRunning: boolean,
): Promise<AppFacts> {
  const app = await control.app({ key: config.key })
  const input = registrationOf(config)
  const known = { confirmed: app, installs: await currentInstalls(control, config.key) }
  const returns = await returnsToReview(control, { before: app, input })
  const planned = plannedChange(input, known, consoleFields(input, known))
  const differs = (planned.changes ?? []).map(({ field }) => field)
  return {
    ...planned,
    target: 'emulator',
    app_key: app.app_key,
    name: app.name,
    status: app.status,
    listed: app.listed,
    has_unpublished_change: app.has_unpublished_change,
    test_store_codes: app.test_store_codes,
    differs,
    setByAppDev: isDevRunning ? differs.filter((field) => field === 'webhook_url') : [],
    returnsToReview: returns,
    console: null,
  }
}

/** Returns the values that the developer console must contain. No documented API shows an app's status on the live platform. */
export function readLiveAppReport({ paths }: Pick<Context, 'paths'>, project: Project): AppFacts {
  const { config } = project
  const place = liveNotes({ paths }, project)
  const { fields, known, registration } = liveConsole({ paths }, project, { origin: consoleOrigin(place, config) })
  const planned = plannedChange(registration, known, fields)
  const { changes } = planned
  return {
    ...planned,
    target: 'live',
    app_key: config.key,
    name: config.name,
    status: null,
    listed: null,
    has_unpublished_change: null,
    test_store_codes: null,
    differs: changes?.map(({ field }) => field) ?? null,
    setByAppDev: null,
    returnsToReview: changes?.some(isPanelChange) ?? null,
    console: fields,
  }
}

function isPanelChange({ field, before, value }: ConsoleField): boolean {
  return field === 'admin_manifest_json' && panelChanges(before, value).length > 0
}

async function currentInstalls(control: ControlClient, app: string): Promise<KnownOfConsole['installs']> {
  const [installs, stores] = await Promise.all([control.installs({ app }), control.stores()])
  return installs
    .filter(({ removedAt }) => removedAt === null)
    .map((one) => ({ ...one, regions: stores.find(({ id }) => id === one.storeId)?.regions ?? [] }))
}

/** Returns all registrations of the project folder with the selected one marked. */
export function registrationList({ dir, file }: Project): ListedRegistration[] {
  return folderRegistrations(dir).map((one) => ({ ...one, selected: one.file === basename(file) }))
}
