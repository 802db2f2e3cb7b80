import { settingFacts } from '../../catalog/settings.ts'
import type { ClockAnswer, EmulatorStatus } from '../../control/contract.ts'
import type { platform } from '../../control/operations/platform.ts'
import type { SettingsAnswer } from '../../control/setting.ts'
import { readInteger } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { readLog } from '../context/log.ts'
import { listDeliveries, redeliver, retryDeliveries } from '../deliveries/delivery-list.ts'
import { setFaults } from '../faults/faults.ts'
import type { ControlTools } from './control-tools.ts'
import type { ControlHandlersFor } from './handler.ts'
import { portalAddress } from './portal-address.ts'

export const platformHandlers: ControlHandlersFor<typeof platform> = {
  status: readStatus,
  stop: ({ stop }) => stop(),
  reset: ({ reset }) => reset(),
  portalUrl: ({ context }, { next }) => portalAddress(context, next),
  clock: ({ context }) => readClock(context),
  advanceClock: async ({ context, queue }, { ms }) => {
    context.advanceClock(ms)
    await queue.settle()
    return readClock(context)
  },
  deliveries: ({ context }, { app: appKey, state, topic, store: storeId, region: regionId, before, limit }) =>
    listDeliveries(context, { appKey, state, topic, storeId, regionId, before, limit }),
  attempts: ({ queue }, asked) => filteredRows(queue.attempts(), asked),
  retryDeliveries: ({ context }, { appKey }) => retryDeliveries(context, appKey ?? null),
  redeliver: ({ context }, { id }) => redeliver(context, id),
  log: ({ context }, { limit }) => readLog(context.registry, limit),
  requests: ({ requests }, asked) => filteredRows(requests(), asked),
  settings: ({ context }) => readSettings(context),
  changeSettings: ({ context }, input) => {
    // This call checks each name and value.
    context.changeSettings(input)
    return readSettings(context)
  },
  resetSettings: ({ context }) => {
    context.resetSettings()
    return readSettings(context)
  },
  resetSetting: ({ context }, { name }) => {
    context.resetSettings(name)
    return readSettings(context)
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

function readClock(context: EmulatorContext): ClockAnswer {
  return { now: context.now().toISOString(), offsetMs: context.clockOffsetMs() }
}

function readStatus({ context, pid, version, startedAt }: ControlTools): EmulatorStatus {
  const count = (sql: string) => readInteger(context.registry, sql)
  return {
    id: context.id,
    pid,
    version,
    startedAt: startedAt.toISOString(),
    urls: context.urls(),
    clock: readClock(context),
    apps: count('SELECT count(*) FROM apps'),
    stores: count('SELECT count(*) FROM stores'),
    queue: {
      pending: count("SELECT count(*) FROM deliveries WHERE state = 'pending'"),
      delivered: count("SELECT count(*) FROM deliveries WHERE state = 'delivered'"),
      dead_letter: count("SELECT count(*) FROM deliveries WHERE state = 'dead_letter'"),
    },
    faults: setFaults(context),
  }
}

function readSettings({ settings }: EmulatorContext): SettingsAnswer {
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
