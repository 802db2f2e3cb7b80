import { deliveryFaultKinds, faultKinds, faultMethods, type Fault } from '../fault.ts'
import { id, int, listOf, nullable, objectOf, oneOf, optional, orElse, text, url } from '../fields.ts'
import { member, operation } from '../operation.ts'

const cleared = member<number>('cleared')

/** Ten minutes: no client waits longer for a response. */
const delay = (about: string) => int({ about, min: 1, max: 10 * 60_000 })

/** At most a day. */
const span = (about: string, min: number) => int({ about, min, max: 24 * 3_600_000 })

/** Fields of a fault. */
const fault = {
  kind: oneOf(faultKinds, 'Fault kind.'),
  path: optional(
    text({
      about:
        'Path to match (* matches any characters), below /api/apps/v1 unless it starts with /api/. Default: every path.',
      min: 1,
      max: 300,
      pattern: /^[\x21-\x7e]+$/,
    }),
  ),
  method: optional(oneOf(faultMethods, 'HTTP method to match.')),
  topic: optional(
    text({
      about: 'For deliveries: topic to match (* matches any characters).',
      min: 1,
      max: 100,
      pattern: /^[a-z.*_-]+$/,
    }),
  ),
  times: orElse(
    nullable(
      int({
        about: 'Number of requests or deliveries to affect. null for all, until the fault is cleared.',
        min: 1,
        max: 1_000_000,
      }),
    ),
    1,
  ),
  percent: optional(int({ about: 'Probability in percent that a match is affected.', min: 1, max: 100 })),
  seed: orElse(
    int({
      about: 'Random seed. The same seed gives the same sequence.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
    1,
  ),
  inARow: orElse(int({ about: 'Consecutive requests or deliveries per hit.', min: 1, max: 1000 }), 1),
  retryAfter: optional(
    text({
      about:
        'Retry-After for 429 and 503: whole seconds, an HTTP date, or date+30 for the date 30 s after the response.',
    }),
  ),
  delayMs: optional(delay('For slow, late, out-of-order and burst: delay in ms.')),
  delayMaxMs: optional(delay('Maximum delay in ms. If set, each delay is random between delayMs and this value.')),
  afterMs: orElse(span('Time in ms until the fault starts.', 0), 0),
  forMs: optional(span('Duration of the fault in ms. Default: until it is cleared.', 1)),
  to: optional(
    url(
      `For ${deliveryFaultKinds.slice(-3).join(', ')}: URL to use instead of webhook_url, if a gateway would reject the delivery.`,
    ),
  ),
  appKey: optional(text({ about: 'Affect only this app.', min: 1, max: 200 })),
}

/** Configured faults of the app's calls and of deliveries to the app. */
export const faults = {
  /** Includes expired faults until they are cleared. */
  faults: operation({ method: 'GET', path: '/faults', answer: member<Fault[]>('faults') }),
  setFault: operation({
    method: 'POST',
    path: '/faults',
    body: fault,
    refusal: 'A fault cannot be set',
    hint: `Use one of these kinds: ${faultKinds.join(', ')}.`,
    step: 'fault {kind} set',
    answer: member<Fault>('fault'),
  }),
  /** Sets several faults, all or none. It is not an undo step: the run that sets them also ends them, and an undo would restore faults of a finished run. */
  setFaults: operation({
    method: 'POST',
    path: '/faults/several',
    body: { faults: listOf(objectOf(fault, 'A fault.'), { about: 'Faults to set.', min: 1, max: 1000 }) },
    refusal: 'The faults cannot be set',
    step: null,
    answer: member<Fault[]>('faults'),
  }),
  /** Ends the remaining faults of a run; returns how many. */
  endFaults: operation({
    method: 'POST',
    path: '/faults/ended',
    body: { ids: listOf(id('Fault number.'), { about: 'Faults to clear.', min: 1, max: 1000 }) },
    refusal: 'The faults cannot be cleared',
    step: null,
    answer: cleared,
  }),
  /** Clears all faults; returns how many. */
  clearFaults: operation({
    method: 'DELETE',
    path: '/faults',
    step: 'faults cleared',
    answer: cleared,
  }),
  clearFault: operation({
    method: 'DELETE',
    path: '/faults/{id}',
    params: { id: id('Fault number.') },
    refusedAs: 'emulator.unknown-fault',
    step: 'fault {id} cleared',
    answer: cleared,
  }),
}
