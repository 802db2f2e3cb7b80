import type { InstallRow } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Install } from '../../project/installs.ts'
import type { PlaceNames, Remedy } from '../events/platform-event.ts'
import type { Stage } from '../stage.ts'
import { placeKey, textIds } from './place.ts'

type PlaceIds = Pick<Install, 'storeId' | 'regionId'>

/** The installs of the app on the platform while `app dev` runs: each loss is reported once, however it is found. */
export interface InstallWatch {
  /** The app itself has exchanged a code for this place. */
  readonly renewed: (place: PlaceIds) => void
  /** The platform has answered 401 to the app's token for this place. */
  readonly rejected: (place: PlaceIds) => void
  /** The platform has taken the app's token for this place. */
  readonly accepted: (place: PlaceIds) => void
  /** Looks at what is installed now, and reports what was lost since the last look. Raises `emulator.*`. */
  readonly look: () => Promise<void>
}

export interface InstallWatchFacts {
  /** Of the emulator; null for the live platform, which has no list of installs. */
  readonly control: Pick<ControlClient, 'installs'> | null
  /** Whether a recent `app.uninstalled` named this place: on the live platform it explains a rejected token. */
  readonly wasUninstalled?: (place: PlaceIds) => boolean
  /** What installs the app again there. */
  readonly remedy: (place: PlaceNames) => Remedy
}

/** Begins with nothing known: the first look reports nothing. */
export function watchInstalls(
  stage: Pick<Stage, 'emit' | 'names' | 'options'>,
  facts: InstallWatchFacts,
): InstallWatch {
  const { emit, names, options } = stage
  const { control, remedy, wasUninstalled = () => false } = facts
  let known: ReadonlyMap<string, InstallRow> = new Map()
  /** Places whose loss was reported, and when the install was made whose token the app has; null where the token itself is refused. */
  const lost = new Map<string, string | null>()
  /** Places for which the app has exchanged a code, and at which look. */
  const renewed = new Map<string, number>()
  let looks = 0
  /** Installed again, perhaps by the app itself, whose exchange is then about to be seen here. */
  const unclear = new Set<string>()
  /** Each `app.uninstalled` that the app accepted of an install that stands. */
  const takenBack = new Set<string>()
  let last = Promise.resolve()

  const named = (place: PlaceIds): PlaceNames => {
    const ids = textIds(place)
    return { ...ids, ...names.of(ids.storeId, ids.regionId) }
  }
  const lose = (
    place: PlaceIds & { readonly installedAt?: string },
    reason: 'uninstalled' | 'replaced' | 'rejected',
  ) => {
    if (lost.has(placeKey(place))) return
    lost.set(placeKey(place), place.installedAt ?? null)
    const where = named(place)
    if (reason === 'uninstalled') emit({ event: 'uninstalled', ...where, remedy: remedy(where) })
    else emit({ event: 'token-invalid', ...where, reason, remedy: remedy(where) })
  }
  // An exchange is seen here a moment before or after the platform shows its install.
  const isOwn = (key: string) => {
    const at = renewed.get(key) ?? Number.NEGATIVE_INFINITY
    renewed.delete(key)
    return looks - at <= 2
  }
  const compare = (before: InstallRow, now: InstallRow | undefined) => {
    const key = placeKey(before)
    if (now === undefined) return lose(before, 'uninstalled')
    if (now.installedAt === before.installedAt || isOwn(key)) return void unclear.delete(key)
    if (unclear.delete(key)) lose(before, 'replaced')
    else unclear.add(key)
  }
  const find = (place: PlaceIds) => {
    if (lost.delete(placeKey(place))) emit({ event: 'token-restored', ...named(place) })
  }
  // An undo restores neither the token nor the state of an app that accepted the event: only a call shows that it has kept them.
  const tellTakenBack = (row: InstallRow) => {
    const event = row.uninstallEvent ?? ''
    if (takenBack.has(event)) return
    takenBack.add(event)
    if (looks === 1) return
    lose(row, 'uninstalled')
    emit({ event: 'notice', text: takenBackText(named(row), remedy(named(row))) })
  }
  const lookNow = async () => {
    if (control === null) return
    const rows = await control.installs({ app: options.project.config.key })
    looks++
    const living = new Map(rows.filter(isLiving).map((row) => [placeKey(row), row]))
    for (const before of known.values()) compare(before, living.get(placeKey(before)))
    for (const key of living.keys()) if (!known.has(key)) renewed.delete(key)
    // An uninstall that the app never heard of leaves everything as it was, with its token.
    for (const [key, row] of living) {
      if (row.uninstallEvent) tellTakenBack(row)
      else if (lost.get(key) === row.installedAt) find(row)
    }
    known = new Map([...living].map(([key, row]) => [key, unclear.has(key) ? (known.get(key) ?? row) : row]))
  }
  // One after the other: two at once would report the same loss.
  const look = () => {
    const next = last.then(lookNow)
    last = next.catch(() => {})
    return next
  }
  return {
    look,
    renewed: (place) => {
      const key = placeKey(place)
      renewed.set(key, looks)
      unclear.delete(key)
      lost.delete(key)
      // The platform has this install now, so one that comes right after it from elsewhere is another one.
      void look()
    },
    rejected: ({ storeId, regionId }) => {
      const place = { storeId, regionId }
      const tell = () => {
        const before = unclear.delete(placeKey(place)) ? known.get(placeKey(place)) : undefined
        const why = before === undefined ? 'rejected' : 'replaced'
        lose(before ?? place, wasUninstalled(place) ? 'uninstalled' : why)
      }
      // An uninstall is the usual reason, and says more than a refused token.
      void look().then(tell, tell)
    },
    accepted: find,
  }
}

function takenBackText({ storeId, storeCode, regionCode }: PlaceNames, { next, key }: Remedy): string {
  const place = [storeCode ?? storeId, ...(regionCode === null ? [] : [regionCode])].join(' ')
  const how = key === null ? `\`${next}\`` : `\`${key}\`, or \`${next}\`,`
  return `The uninstall in ${place} was undone, but the app accepted \`app.uninstalled\`, so its token and state are not restored. ${how} reinstalls the app.`
}

function isLiving({ removedAt, hasToken }: InstallRow): boolean {
  return removedAt === null && hasToken
}
