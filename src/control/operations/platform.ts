import { deliveryStates } from '../bodies.ts'
import type { AttemptRow, ClockAnswer, Delivery, EmulatorStatus, LogEntry, RequestRow } from '../contract.ts'
import { id, int, oneOf, optional, orElse, text } from '../fields.ts'
import { member, nothing, operation, whole } from '../operation.ts'
import type { SettingsAnswer } from '../setting.ts'
import type { Snapshot } from '../snapshot.ts'

const name = { name: text({ about: 'Snapshot name.' }) }
const snapshot = member<Snapshot>('snapshot')
const settings = whole<SettingsAnswer>()
const seen = {
  app: optional(text({ about: 'Show only this app.' })),
  since: optional(text({ about: 'Show only entries after this ISO time.' })),
}

/** The emulator itself: status, clock, queue, log, settings, snapshots. */
export const platform = {
  status: operation({ method: 'GET', path: '/status', answer: whole<EmulatorStatus>() }),
  /** The process exits after the response. */
  stop: operation({ method: 'POST', path: '/stop', step: null, answer: nothing }),
  /** Deletes all apps, stores, installs and the queue. */
  reset: operation({ method: 'POST', path: '/reset', step: null, answer: nothing }),
  /** Returns a single-use URL that opens the developer portal in a browser. */
  portalUrl: operation({
    method: 'POST',
    path: '/portal-address',
    body: {
      next: optional(
        text({
          about: 'Path of the page to open after sign-in. Default: the first page.',
          pattern: /^\/(?!\/)[\w/.%?&=+-]*$/,
        }),
      ),
    },
    step: null,
    answer: member<string>('url'),
  }),
  clock: operation({ method: 'GET', path: '/clock', answer: whole<ClockAnswer>() }),
  /** Responds after all jobs that became due are done. */
  advanceClock: operation({
    method: 'POST',
    path: '/clock/advance',
    body: { ms: int({ about: 'Milliseconds to advance.', min: 0 }) },
    step: 'clock advanced by {ms:length}',
    answer: whole<ClockAnswer>(),
  }),
  /** Newest first. */
  deliveries: operation({
    method: 'GET',
    path: '/deliveries',
    query: {
      app: optional(text({ about: 'Show only deliveries to this app.' })),
      state: optional(oneOf(deliveryStates, 'Show only deliveries in this state.')),
      topic: optional(text({ about: 'Show only deliveries with this topic.' })),
      store: optional(id('Show only deliveries for the store with this id.')),
      region: optional(id('Show only deliveries for the region with this id, and deliveries without a region.')),
      before: optional(id('Show only deliveries older than the delivery with this id.')),
      limit: orElse(int({ about: 'Maximum number of deliveries.', min: 0, max: 1000 }), 50),
    },
    answer: member<Delivery[]>('deliveries'),
  }),
  /** Returns every delivery attempt, newest first: the newest 5000 since the emulator started. */
  attempts: operation({ method: 'GET', path: '/attempts', query: seen, answer: member<AttemptRow[]>('attempts') }),
  /** Makes deliveries due now that wait for their next attempt or are held back by a fault; returns how many. */
  retryDeliveries: operation({
    method: 'POST',
    path: '/deliveries/retry',
    // It only changes when deliveries are sent, and sent deliveries cannot be recalled.
    step: null,
    body: { appKey: optional(text({ about: 'Retry only deliveries to this app.' })) },
    answer: member<number>('retried'),
  }),
  redeliver: operation({
    method: 'POST',
    path: '/deliveries/{id}/redeliver',
    params: { id: id('Delivery id.') },
    step: 'delivery {id} redelivered',
    answer: member<Delivery>('delivery'),
  }),
  log: operation({
    method: 'GET',
    path: '/log',
    query: { limit: orElse(int({ about: 'Maximum number of entries.', min: 0, max: 10_000 }), 100) },
    answer: member<LogEntry[]>('entries'),
  }),
  /** Returns API calls and token exchanges, newest first. */
  requests: operation({
    method: 'GET',
    path: '/requests',
    query: seen,
    answer: member<RequestRow[]>('requests'),
  }),
  /** Returns each setting with its allowed values and its assumption. */
  settings: operation({ method: 'GET', path: '/settings', answer: settings }),
  /** `{name: value, …}`. */
  changeSettings: operation({
    method: 'PUT',
    path: '/settings',
    body: 'open',
    step: 'settings changed',
    answer: settings,
  }),
  resetSettings: operation({ method: 'DELETE', path: '/settings', step: 'all settings reset', answer: settings }),
  resetSetting: operation({
    method: 'DELETE',
    path: '/settings/{name}',
    params: { name: text({ about: 'Setting name.' }) },
    step: 'setting {name} reset',
    answer: settings,
  }),
  snapshots: operation({ method: 'GET', path: '/snapshots', answer: member<Snapshot[]>('snapshots') }),
  saveSnapshot: operation({ method: 'POST', path: '/snapshots', body: name, step: null, answer: snapshot }),
  /** Responds once the emulator uses the snapshot's state. */
  loadSnapshot: operation({
    method: 'POST',
    path: '/snapshots/{name}/load',
    params: name,
    step: null,
    answer: snapshot,
  }),
  removeSnapshot: operation({ method: 'DELETE', path: '/snapshots/{name}', params: name, step: null, answer: nothing }),
}
