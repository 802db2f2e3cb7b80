import type { Registration } from '../../control/contract.ts'
import { facts } from '../cells.ts'
import { statusText } from '../registration.ts'
import type { View } from '../view.ts'

const unpublished: [string, string] = [
  'changed panel',
  'saved, but live stores use the approved panel. To send the change to review: app emulator app publish',
]

/** Formats an app's status, its visibility, and where it can be installed. */
export const lifecycleView: View<Registration> = (app, looks) =>
  facts(
    [
      ['app', app.app_key],
      ['status', statusText(app.status)],
      ['in the catalog', app.listed ? 'yes' : 'no'],
      ...(app.has_unpublished_change ? [unpublished] : []),
      ['install scope', app.install_scope],
      ['countries', app.countries.join(' ') || 'all'],
      ['test stores', app.test_store_codes.join(' ') || 'none'],
    ],
    looks,
  )
