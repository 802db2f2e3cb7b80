import { deliveryFaultKinds, faultKinds, faultMethods, type Fault } from '../fault.ts'
import { id, int, listOf, nullable, objectOf, oneOf, optional, orElse, text, url } from '../fields.ts'
import { member, operation } from '../operation.ts'

const cleared = member<number>('cleared')

/** Ten minutes: beyond it nobody waits for an answer. */
const delay = (about: string) => int({ about, min: 1, max: 10 * 60_000 })

/** A day. */
const span = (about: string, min: number) => int({ about, min, max: 24 * 3_600_000 })

/** One thing that is to go wrong. */
const fault = {
  kind: oneOf(faultKinds, 'What goes wrong.'),
  path: optional(
    text({
      about:
        'Paths that it meets, * for any run of characters; below /api/apps/v1 unless it begins with /api/. Every path when left out.',
      min: 1,
      max: 300,
      pattern: /^[\x21-\x7e]+$/,
    }),
  ),
  method: optional(oneOf(faultMethods, 'Only this method.')),
  topic: optional(
    text({
      about: 'With deliveries: only of this topic, * for any run of characters.',
      min: 1,
      max: 100,
      pattern: /^[a-z.*_-]+$/,
    }),
  ),
  times: orElse(
    nullable(
      int({
        about: 'How many requests or deliveries it meets; null for all until it is cleared.',
        min: 1,
        max: 1_000_000,
      }),
    ),
    1,
  ),
  percent: optional(int({ about: 'The chance in percent with which it meets what fits.', min: 1, max: 100 })),
  seed: orElse(
    int({
      about: 'What chance and delays are drawn from: the same seed draws the same.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
    1,
  ),
  inARow: orElse(int({ about: 'How many it meets one after the other each time that it does.', min: 1, max: 1000 }), 1),
  retryAfter: optional(
    text({
      about: 'With 429 and 503: whole seconds, an HTTP date, or date+30 for the date so many seconds after the answer.',
    }),
  ),
  delayMs: optional(delay('With slow, late, out-of-order and burst: how long it is held back.')),
  delayMaxMs: optional(delay('The longest delay, where each is to be another one from delayMs to this.')),
  afterMs: orElse(span('How long from now it begins to stand.', 0), 0),
  forMs: optional(span('How long it stands; until it is cleared when left out.', 1)),
  to: optional(
    url(
      `With ${deliveryFaultKinds.slice(-3).join(', ')}: goes to this address instead of the webhook_url, past a gateway that refuses such deliveries by itself.`,
    ),
  ),
  appKey: optional(text({ about: 'Only what is of this app.', min: 1, max: 200 })),
}

/** What is to go wrong on purpose, with the app's calls or with deliveries to it. */
export const faults = {
  /** Those whose time is over among them, until they are cleared. */
  faults: operation({ method: 'GET', path: '/faults', answer: member<Fault[]>('faults') }),
  setFault: operation({
    method: 'POST',
    path: '/faults',
    body: fault,
    refusal: 'A fault cannot be set',
    hint: `Kinds: ${faultKinds.join(', ')}.`,
    step: 'fault {kind} set',
    answer: member<Fault>('fault'),
  }),
  /** Several at once, all or none. No step: a run that sets them also ends them, and an undo would bring back faults of a run that is over. */
  setFaults: operation({
    method: 'POST',
    path: '/faults/several',
    body: { faults: listOf(objectOf(fault, 'A fault.'), { about: 'What is to go wrong.', min: 1, max: 1000 }) },
    refusal: 'The faults cannot be set',
    step: null,
    answer: member<Fault[]>('faults'),
  }),
  /** The faults of a run that are still there; returns how many. */
  endFaults: operation({
    method: 'POST',
    path: '/faults/ended',
    body: { ids: listOf(id('Number of a fault.'), { about: 'Which of them.', min: 1, max: 1000 }) },
    refusal: 'The faults cannot be ended',
    step: null,
    answer: cleared,
  }),
  /** All faults; returns how many. */
  clearFaults: operation({
    method: 'DELETE',
    path: '/faults',
    step: 'faults cleared',
    answer: cleared,
  }),
  clearFault: operation({
    method: 'DELETE',
    path: '/faults/{id}',
    params: { id: id('Number of the fault.') },
    refusedAs: 'emulator.unknown-fault',
    step: 'fault {id} cleared',
    answer: cleared,
  }),
}
