import type { InstallRow } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { Install } from '../../project/installs.ts'
import type { DevContext } from '../context.ts'
import type { PlaceNames, Remedy } from '../events/platform-event.ts'
import { placeKey, textIds } from './place.ts'

type PlaceIds = Pick<Install, 'storeId' | 'regionId'>

/** Watches the app's installs on the platform during `app dev`. Reports each loss once. */
export interface InstallWatch {
  /** Records that the app itself exchanged a code for this store and region. */
  readonly renewed: (place: PlaceIds) => void
  /** Records that the platform rejected the app's token for this store and region (401). */
  readonly rejected: (place: PlaceIds) => void
  /** Records that the platform accepted the app's token for this store and region. */
  readonly accepted: (place: PlaceIds) => void
  /** Polls the current installs and reports losses since the last poll. Raises `emulator.*`. */
  readonly look: () => Promise<void>
}

export interface InstallWatchFacts {
  /** The emulator's client, or null on the live platform, which does not list installs. */
  readonly control: Pick<ControlClient, 'installs'> | null
  /** Returns whether a recent `app.uninstalled` explains a rejected token on the live platform. */
  readonly wasUninstalled?: (place: PlaceIds) => boolean
  /** Returns how to reinstall the app there. */
  readonly remedy: (place: PlaceNames) => Remedy
}

/** Creates the watch without known installs, so the first poll reports nothing. */
export function watchInstalls(
  dev: Pick<DevContext, 'emit' | 'names' | 'options'>,
  facts: InstallWatchFacts,
): InstallWatch {
  const { emit, names, options } = dev
  const { control, remedy, wasUninstalled = () => false } = facts
  let known: ReadonlyMap<string, InstallRow> = new Map()
  /** Reported losses with the creation time of the install whose token the app has. Null if the token itself is rejected. */
  const lost = new Map<string, string | null>()
  /** Code exchanges of the app, with the number of the poll. */
  const renewed = new Map<string, number>()
  let looks = 0
  /** Reinstalled, perhaps by the app itself, whose exchange is then seen soon. */
  const unclear = new Set<string>()
  /** Each `app.uninstalled` that the app accepted although the install exists. */
  const undone = new Set<string>()
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
  // An exchange is seen here shortly before or after the platform lists its install.
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
  // An undo does not restore the token or the state of an app that accepted the event. Only a call shows whether the app kept them.
  const reportUndone = (row: InstallRow) => {
    const event = row.uninstallEvent ?? ''
    if (undone.has(event)) return
    undone.add(event)
    if (looks === 1) return
    lose(row, 'uninstalled')
    emit({ event: 'notice', text: undoneText(named(row), remedy(named(row))) })
  }
  const lookNow = async () => {
    if (control === null) return
    const rows = await control.installs({ app: options.project.config.key })
    looks++
    const living = new Map(rows.filter(isLiving).map((row) => [placeKey(row), row]))
    for (const before of known.values()) compare(before, living.get(placeKey(before)))
    for (const key of living.keys()) if (!known.has(key)) renewed.delete(key)
    // If the app was not notified of an undone uninstall, nothing changed for it and its token is valid.
    for (const [key, row] of living) {
      if (row.uninstallEvent) reportUndone(row)
      else if (lost.get(key) === row.installedAt) find(row)
    }
    known = new Map([...living].map(([key, row]) => [key, unclear.has(key) ? (known.get(key) ?? row) : row]))
  }
  // Polls run one at a time, because two parallel ones would report the same loss.
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
      // The platform has this install now, so a following one from another process is a different install.
      void look()
    },
    rejected: ({ storeId, regionId }) => {
      const place = { storeId, regionId }
      const report = () => {
        const before = unclear.delete(placeKey(place)) ? known.get(placeKey(place)) : undefined
        const why = before === undefined ? 'rejected' : 'replaced'
        lose(before ?? place, wasUninstalled(place) ? 'uninstalled' : why)
      }
      // An uninstall is the usual reason and explains more than a rejected token.
      void look().then(report, report)
    },
    accepted: find,
  }
}

function undoneText({ storeId, storeCode, regionCode }: PlaceNames, { next, key }: Remedy): string {
  const place = [storeCode ?? storeId, ...(regionCode === null ? [] : [regionCode])].join(' ')
  const how = key === null ? `\`${next}\`` : `\`${key}\`, or \`${next}\`,`
  return `The uninstall in ${place} was undone, but the app accepted \`app.uninstalled\`, so its token and state are not restored. ${how} reinstalls the app.`
}

function isLiving({ removedAt, hasToken }: InstallRow): boolean {
  return removedAt === null && hasToken
}
