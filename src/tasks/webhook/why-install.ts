import type { Context } from '../../context.ts'
import type { InstallRow, Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { environmentValue } from '../../credentials/env.ts'
import { hasCalledSince } from '../../journal/calls/calls.ts'
import { deliveriesOfEvent } from '../../journal/deliveries.ts'
import { findUninstall } from '../../journal/find-deliveries.ts'
import type { Project } from '../../project/app-toml.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import type { Target } from '../../project/targets.ts'
import { findRegion } from '../../selection/region.ts'
import { findStore, storesOfEmulator } from '../../selection/store.ts'
import { usualStore } from '../../selection/usual-store.ts'
import { isTestEventId } from '../../webhooks/test-event-id.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'
import { readJournal } from '../journal/project-journal.ts'
import { installsOfStore, type InstallChoice } from '../selection/choose-install.ts'
import { noneIsMeant, usualAmong } from '../selection/stores.ts'
import { askLive, type TokenWord } from './ask-live.ts'

/** Store and region of the missing event. */
export interface WhyQuery {
  readonly project: Project
  readonly target: Target
  /** The emulator's client, or null on the live platform. */
  readonly control: ControlClient | null
  /** Code or id. Defaults to the current store. */
  readonly store: string | undefined
  /** Id, code, country or currency. Defaults to any. */
  readonly region: string | undefined
}

/** Returns the status of the install's token from its record. */
export function tokenStatus(
  { paths }: Context,
  { identity, appKey, store, install }: AppIdentity & MeantInstall,
): WhyFacts['tokenStatus'] {
  if (store === null || install === null) return null
  const key = { identity, appKey, storeId: store.id, regionId: install.regionId }
  const known = withInstalls(paths, (installs) => installs.find(key))
  return known && { holder: known.holder ?? null, refusedAt: known.refusedAt ?? null }
}

/** The install that should have received the event. */
export interface MeantInstall extends Pick<
  WhyFacts,
  'store' | 'install' | 'regionId' | 'regionCodes' | 'otherRegions' | 'rejection' | 'isInstallChecked' | 'givenToken'
> {
  /** `app.uninstalled` that the app accepted although the install exists. */
  readonly uninstallEvent: string | null
  /** Whether it is the app's only install in the store. */
  readonly isOnly: boolean
  /** Time of an install on record on the live platform, ISO 8601, or null. */
  readonly installedAt: string | null
}

/**
 * Raises `store.*`, `install.unknown` and `pin.*` for an unknown store or region, and `usage.missing` if several are possible, because a
 * result about another one would mislead. Without any install no store is required: the missing install is then the result.
 */
export async function meantInstall(
  context: Context,
  place: WhyQuery,
  apps: readonly Registration[],
): Promise<MeantInstall> {
  const { project, target, control, store, region } = place
  const { paths } = context
  const app = { identity: target.identity, appKey: project.config.key }
  if (control === null) {
    const known = withInstalls(paths, (all) => ({ installs: all.list(app), current: all.current(app) }))
    return meantLiveInstall(context, place, { ...known, store, region, appKey: app.appKey })
  }
  const [stores, rows] = await Promise.all([control.stores(), control.installs({ app: app.appKey })])
  const present = rows.filter((row) => row.removedAt === null)
  const found =
    store === undefined
      ? usualStore(stores, usualAmong(context, app, apps), 'only')
      : findStore(storesOfEmulator(stores), store)
  if (found === undefined && present.length > 0) throw noneIsMeant(stores)
  const regions = found?.regions ?? []
  const regionId = region === undefined ? null : findRegion(regions, region).id
  const here = present.filter((row) => row.storeId === found?.id)
  const current = withInstalls(paths, (all) => all.current(app))
  return {
    store: found === undefined ? null : { code: found.code, id: found.id },
    ...findRow(here, { regionId: regionId ?? usualRegion(current, found?.id), codes: regionCodes(regions) }),
    rejection: null,
    isInstallChecked: true,
    givenToken: null,
    installedAt: null,
    regionId,
    regionCodes: regionCodes(regions),
  }
}

/** Returns the current region, which calls use without --region. */
function usualRegion(current: InstallChoice['current'], storeId: number | undefined): number | null {
  return current !== null && current.storeId === storeId ? current.regionId : null
}

/** Returns the names of the other installs' regions. */
function otherRegions(
  all: readonly { readonly regionId: number | null }[],
  chosen: number | null,
  codes: WhyFacts['regionCodes'],
): readonly string[] {
  return all.flatMap(({ regionId: id }) => (id === null || id === chosen ? [] : (codes[id] ?? String(id))))
}

type RowFacts = Pick<MeantInstall, 'install' | 'uninstallEvent' | 'isOnly' | 'otherRegions'>

/** Returns the install that receives the region's events, or any of the store if the region has none. */
function findRow(
  rows: readonly InstallRow[],
  { regionId, codes }: { readonly regionId: number | null; readonly codes: WhyFacts['regionCodes'] },
): RowFacts {
  const row = rows.find((one) => one.regionId === null || one.regionId === regionId) ?? rows[0]
  if (row === undefined) return { install: null, uninstallEvent: null, isOnly: false, otherRegions: [] }
  const { scopes, regionId: own, topics, subscription, uninstallEvent } = row
  return {
    install: { scopes, regionId: own, topics, subscription },
    uninstallEvent,
    isOnly: rows.length === 1,
    otherRegions: otherRegions(rows, own, codes),
  }
}

/**
 * Returns whether it was uninstalled and restored, which the app does not know. A later call shows that the app kept its token, if it cannot be another
 * install's.
 */
export async function isInstallUndone(
  context: Context,
  appKey: string,
  { store, uninstallEvent, isOnly }: MeantInstall,
): Promise<boolean> {
  if (store === null || uninstallEvent === null) return false
  if (!isOnly) return true
  return readJournal(context, appKey, (journal) => {
    const delivery = deliveriesOfEvent(journal, uninstallEvent)[0]
    return delivery === undefined || !hasCalledSince(journal, { storeId: String(store.id), since: delivery.receivedAt })
  })
}

type LiveInstall = Omit<MeantInstall, 'rejection' | 'isInstallChecked' | 'givenToken' | 'installedAt'> & {
  /** Null without a saved install. */
  readonly record: Install | null
}

/** Returns the live install. Only saved installs are known, or that of SVCAPP_TOKEN, which calls then use. */
async function meantLiveInstall(context: Context, place: WhyQuery, choice: InstallChoice): Promise<MeantInstall> {
  const isGiven = environmentValue(context.env, { identity: place.target.identity, kind: 'token' }) !== null
  const given = isGiven ? await askLive(context, place, null) : null
  const installs = given === null ? choice.installs : [given.install].filter((install) => install !== null)
  const { record, ...meant } = chooseLiveInstall({ ...choice, installs })
  const said = given ?? (record && (await askLive(context, place, record)))
  return {
    ...meant,
    install: withPayment(meant.install, said),
    rejection: await explained(context, said),
    isInstallChecked: said !== null && said.word !== 'unknown',
    givenToken: given?.word ?? null,
    installedAt: given === null ? (record?.installedAt ?? null) : null,
  }
}

/** The live platform shows only whether a subscription is paid. */
function withPayment(install: WhyFacts['install'], said: TokenWord | null): WhyFacts['install'] {
  if (said?.rejection && !said.rejection.isFailure) return null
  if (install === null || said === null || said.word === 'unknown') return install
  return { ...install, subscription: said.word === 'payment-pending' ? 'P' : 'active' }
}

/** An uninstall that the app accepted explains a rejected token. */
async function explained(context: Context, said: TokenWord | null): Promise<WhyFacts['rejection']> {
  const { install, rejection } = said ?? { install: null, rejection: null }
  if (install === null || rejection === null || rejection.isFailure) return rejection
  const since = new Date(install.installedAt)
  const found = await readJournal(context, install.appKey, (journal) =>
    findUninstall(journal, install, { since, target: 'live', state: 'delivered' }),
  )
  if (found === null || isTestEventId(found.eventId)) return rejection
  return {
    found: `the app was uninstalled: it accepted \`app.uninstalled\` (${found.receivedAt.toISOString()})`,
    remedy: 'To reinstall the app, press `i` in `app dev`, or run `app install`.',
  }
}

/** Only the region of a single-region install is known. */
function chooseLiveInstall({ region, ...choice }: InstallChoice): LiveInstall {
  const nothing = {
    store: null,
    install: null,
    regionCodes: {},
    otherRegions: [],
    uninstallEvent: null,
    isOnly: false,
    record: null,
  }
  if (choice.installs.length === 0) return { ...nothing, regionId: null }
  const here = installsOfStore(choice)
  const regions = here.flatMap((install) => install.regions)
  const regionId = region === undefined ? null : findRegion(regions, region).id
  const wanted = regionId ?? usualRegion(choice.current, here[0]?.storeId)
  const install = here.find((one) => one.regionId === null || one.regionId === wanted) ?? here.at(-1)
  if (install === undefined) return { ...nothing, regionId }
  return {
    store: { code: install.storeCode, id: install.storeId },
    install: { scopes: install.scopes, regionId: install.regionId, topics: null, subscription: null },
    regionId,
    regionCodes: regionCodes(regions),
    otherRegions: otherRegions(here, install.regionId, regionCodes(regions)),
    uninstallEvent: null,
    isOnly: here.length === 1,
    record: install,
  }
}

function regionCodes(regions: readonly { readonly id: number; readonly code: string }[]): WhyFacts['regionCodes'] {
  return Object.fromEntries(regions.map(({ id, code }) => [id, code]))
}
