import { settingFacts } from '../../catalog/settings.ts'
import type { ClockAnswer, EmulatorStatus } from '../../control/contract.ts'
import type { platform } from '../../control/operations/platform.ts'
import type { SettingsAnswer } from '../../control/setting.ts'
import { readInteger } from '../../storage/statements.ts'
import { listDeliveries, redeliver, retryDeliveries } from '../deliveries/delivery-list.ts'
import { setFaults } from '../faults/faults.ts'
import type { World } from '../world.ts'
import { readLog } from '../world/log.ts'
import type { ControlTools } from './control-tools.ts'
import type { ControlHandlersFor } from './handler.ts'
import { portalAddress } from './portal-address.ts'

export const platformHandlers: ControlHandlersFor<typeof platform> = {
  status: statusOf,
  stop: ({ stop }) => stop(),
  reset: ({ reset }) => reset(),
  portalUrl: ({ world }, { next }) => portalAddress(world, next),
  clock: ({ world }) => clockOf(world),
  advanceClock: async ({ world, queue }, { ms }) => {
    world.advanceClock(ms)
    await queue.settle()
    return clockOf(world)
  },
  deliveries: ({ world }, { app: appKey, state, topic, store: storeId, region: regionId, before, limit }) =>
    listDeliveries(world, { appKey, state, topic, storeId, regionId, before, limit }),
  attempts: ({ queue }, asked) => filteredRows(queue.attempts(), asked),
  retryDeliveries: ({ world }, { appKey }) => retryDeliveries(world, appKey ?? null),
  redeliver: ({ world }, { id }) => redeliver(world, id),
  log: ({ world }, { limit }) => readLog(world.registry, limit),
  requests: ({ requests }, asked) => filteredRows(requests(), asked),
  settings: ({ world }) => settingsOf(world),
  changeSettings: ({ world }, input) => {
    // This call checks each name and value.
    world.changeSettings(input)
    return settingsOf(world)
  },
  resetSettings: ({ world }) => {
    world.resetSettings()
    return settingsOf(world)
  },
  resetSetting: ({ world }, { name }) => {
    world.resetSettings(name)
    return settingsOf(world)
  },
  snapshots: ({ snapshots }) => snapshots.list(),
  saveSnapshot: ({ snapshots }, { name }) => snapshots.save(name),
  loadSnapshot: ({ snapshots }, { name }) => snapshots.load(name),
  removeSnapshot: ({ snapshots }, { name }) => snapshots.remove(name),
}

interface RowFilter {
  readonly app?: string | undefined
  readonly since?: string | undefined
}

function filteredRows<T extends { readonly appKey: string | null; readonly at: string }>(
  rows: readonly T[],
  { app, since }: RowFilter,
): T[] {
  return rows.filter(({ appKey, at }) => (app === undefined || appKey === app) && (since === undefined || at > since))
}

function clockOf(world: World): ClockAnswer {
  return { now: world.now().toISOString(), offsetMs: world.clockOffsetMs() }
}

function statusOf({ world, pid, version, startedAt }: ControlTools): EmulatorStatus {
  const count = (sql: string) => readInteger(world.registry, sql)
  return {
    id: world.id,
    pid,
    version,
    startedAt: startedAt.toISOString(),
    urls: world.urls(),
    clock: clockOf(world),
    apps: count('SELECT count(*) FROM apps'),
    stores: count('SELECT count(*) FROM stores'),
    queue: {
      pending: count("SELECT count(*) FROM deliveries WHERE state = 'pending'"),
      delivered: count("SELECT count(*) FROM deliveries WHERE state = 'delivered'"),
      dead_letter: count("SELECT count(*) FROM deliveries WHERE state = 'dead_letter'"),
    },
    faults: setFaults(world),
  }
}

function settingsOf({ settings }: World): SettingsAnswer {
  const values: Readonly<Record<string, unknown>> = { ...settings() }
  const list = Object.entries(settingFacts).map(([name, { initial, values: allowed, about, assumption }]) => ({
    name,
    value: values[name],
    default: initial,
    values: allowed,
    about,
    assumption,
  }))
  return { settings: values, list }
}
