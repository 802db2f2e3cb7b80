import { isDeepStrictEqual } from 'node:util'

import type { Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Project } from '../../project/app-toml.ts'
import { registrationOf } from '../../project/registration.ts'
import type { AppStanding } from '../../views/submission.ts'
import { returnsToReview } from './returns-to-review.ts'

/** Where the project's app stands on the emulator, and what `app submit` would change. Raises `emulator.unknown-app`. */
export async function appStanding(
  control: ControlClient,
  { config }: Project,
  isDevRunning: boolean,
): Promise<AppStanding> {
  const app = await control.app({ key: config.key })
  const input = registrationOf(config)
  // The keys of this object are fields of the registration.
  const fields = Object.keys(input) as (keyof typeof input)[]
  const differs = fields.filter((field) => !isDeepStrictEqual(comparable(input, field), comparable(app, field)))
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
  }
}

type Fields = Pick<Registration, keyof ReturnType<typeof registrationOf>>

/** The manifest by its content; the emulator accepts only the text of a JSON object. */
function comparable(fields: Fields, name: keyof Fields): unknown {
  const { [name]: value } = fields
  return name === 'admin_manifest_json' && typeof value === 'string' ? JSON.parse(value) : value
}

/** Nothing is known of the live platform: no documented interface shows the status of an app. */
export function liveStanding({ config }: Project): AppStanding {
  return {
    target: 'live',
    app_key: config.key,
    name: config.name,
    status: null,
    listed: null,
    has_unpublished_change: null,
    test_store_codes: null,
    differs: null,
    held_by_app_dev: null,
    returns_to_review: null,
  }
}
