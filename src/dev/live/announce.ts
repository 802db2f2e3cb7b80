import { AppError } from '../../errors.ts'
import type { Stage } from '../stage.ts'
import {
  portalChanges,
  readAnnounced,
  rememberAnnounced,
  type PortalChange,
  type PortalFields,
} from './portal-fields.ts'

export interface Announcement {
  readonly identity: string
  readonly fields: PortalFields
  /** `--published`; undefined without that flag. */
  readonly published: boolean | undefined
}

/**
 * Says what has to be changed in the developer console and waits for the person who does it: the platform has no interface for it and does not tell what is
 * registered. Without a terminal it goes on at once and says what it takes for granted. Resolves with whether the app is taken for a published one.
 *
 * For a published app no change is ever advised (APP-026, A17): a person may confirm that the console shows these values already. Raises `dev.published` when
 * it does not, `cli.interrupted` when the person says no.
 */
export async function announceFields(stage: Stage, announcement: Announcement): Promise<boolean> {
  const { trust } = stage.tools
  const { fields } = announcement
  const place = placeOf(stage, announcement)
  const changes = portalChanges(fields, readAnnounced(place))
  if (changes.length === 0) {
    stage.emit({ event: 'portal', advice: 'none', changes, assumed: null })
    return announcement.published === true
  }
  if (await isPublished(stage, announcement)) {
    await confirmSame(stage, changes)
    rememberAnnounced(place, fields)
    return true
  }
  stage.emit({ event: 'portal', advice: 'change', changes, assumed: trust.isInteractive ? null : assumed })
  if (
    trust.isInteractive &&
    !(await trust.ask.confirm({ message: 'Changed and saved in the console?', default: true }))
  )
    throw new AppError('cli.interrupted', 'Stopped: without these values nothing of the platform gets here.')
  rememberAnnounced(place, fields)
  return false
}

const assumed =
  'There is nobody to wait for: it is assumed that the app is not published, and that the console shows these values.'

/** The public address has changed while everything runs. */
export function announceChange(stage: Stage, announcement: Announcement): void {
  const place = placeOf(stage, announcement)
  const changes = portalChanges(announcement.fields, readAnnounced(place))
  if (changes.length === 0) return
  if (announcement.published === true) {
    const text =
      'The public address has changed, and a published app is not led to another one: nothing of the platform gets here any more. Stop, and start with the address that is registered.'
    return stage.emit({ event: 'notice', text })
  }
  const restart = 'The app still runs with the old address: change the console, then stop and start `app dev`.'
  stage.emit({ event: 'portal', advice: 'change', changes, assumed: restart })
  rememberAnnounced(place, announcement.fields)
}

/** app.toml has changed while everything runs: a notice says what belongs into the console, and of a published app nothing is changed there. */
export function announceConfig(stage: Stage, announcement: Announcement): void {
  const place = placeOf(stage, announcement)
  const changes = portalChanges(announcement.fields, readAnnounced(place))
  if (changes.length === 0) return
  if (announcement.published === true) {
    return stage.emit({
      event: 'portal',
      advice: 'compare',
      changes,
      assumed: 'They differ from app.toml as it is now.',
    })
  }
  stage.emit({ event: 'portal', advice: 'change', changes, assumed: null })
  rememberAnnounced(place, announcement.fields)
}

function placeOf({ tools, options }: Stage, { identity }: Announcement) {
  return { paths: tools.paths, identity, appKey: options.project.config.key }
}

async function isPublished({ tools }: Stage, { published }: Announcement): Promise<boolean> {
  if (published !== undefined || !tools.trust.isInteractive) return published === true
  return tools.trust.ask.confirm({ message: 'Is this app published on the platform?', default: false })
}

async function confirmSame(stage: Stage, changes: readonly PortalChange[]): Promise<void> {
  const { trust } = stage.tools
  stage.emit({ event: 'portal', advice: 'compare', changes, assumed: null })
  const message = 'Does the console show exactly these values already?'
  if (trust.isInteractive && (await trust.ask.confirm({ message, default: false }))) return
  throw new AppError(
    'dev.published',
    'The app is published: another appUrl would send it back to review, with its panels dark meanwhile, and another webhook_url would lead the events of real stores to this machine.',
    {
      details: { fields: changes.map(({ field }) => field) },
      suggestions: [
        'Register a second app for development, with its own key.',
        'If the console shows these values already, run it once in a terminal and say so.',
      ],
    },
  )
}
