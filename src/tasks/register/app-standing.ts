import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { consoleOrigin, readConfirmed } from '../../dev/live/console.ts'
import type { Project } from '../../project/app-toml.ts'
import { differingFields, registrationOf } from '../../project/registration.ts'
import type { AppStanding } from '../../views/submission.ts'
import { liveConsole, liveNotes } from './live-console.ts'
import { returnsToReview } from './returns-to-review.ts'

/** Where the project's app stands on the emulator, and what `app submit` would change. Raises `emulator.unknown-app`. */
export async function appStanding(
  control: ControlClient,
  { config }: Project,
  isDevRunning: boolean,
): Promise<AppStanding> {
  const app = await control.app({ key: config.key })
  const input = registrationOf(config)
  const differs = differingFields(input, app)
  const returns = await returnsToReview(control, { before: app, input })
  return {
    target: 'emulator',
    app_key: app.app_key,
    name: app.name,
    status: app.status,
    listed: app.listed,
    has_unpublished_change: app.has_unpublished_change,
    test_store_codes: app.test_store_codes,
    differs,
    held_by_app_dev: isDevRunning ? differs.filter((field) => field === 'webhook_url') : [],
    returns_to_review: returns,
    console: null,
  }
}

/** No documented interface shows the status of an app on the live platform: what its console must hold is known. */
export function liveStanding({ paths }: Pick<Context, 'paths'>, project: Project): AppStanding {
  const { config } = project
  const place = liveNotes({ paths }, project)
  const confirmed = place === null ? null : readConfirmed(place)
  const { fields } = liveConsole({ paths }, project, { origin: consoleOrigin(place, config) })
  return {
    target: 'live',
    app_key: config.key,
    name: config.name,
    status: null,
    listed: null,
    has_unpublished_change: null,
    test_store_codes: null,
    differs: confirmed === null ? null : fields.filter(({ differs }) => differs).map(({ field }) => field),
    held_by_app_dev: null,
    returns_to_review: null,
    console: fields,
  }
}
