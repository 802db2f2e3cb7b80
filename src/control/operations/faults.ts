import { faultKinds, faultMethods, type Fault } from '../fault.ts'
import { id, int, nullable, oneOf, optional, orElse, text } from '../fields.ts'
import { member, operation } from '../operation.ts'

const cleared = member<number>('cleared')

/** What is to go wrong on purpose. */
export const faults = {
  faults: operation({ method: 'GET', path: '/faults', answer: member<Fault[]>('faults') }),
  setFault: operation({
    method: 'POST',
    path: '/faults',
    body: {
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
      times: orElse(
        nullable(
          int({ about: 'How many requests it meets; null for all until it is cleared.', min: 1, max: 1_000_000 }),
        ),
        1,
      ),
      retryAfter: optional(
        text({
          about:
            'With 429 and 503: whole seconds, an HTTP date, or date+30 for the date so many seconds after the answer.',
        }),
      ),
      delayMs: optional(int({ about: 'With slow: how long the answer is held back.', min: 1, max: 10 * 60_000 })),
      appKey: optional(text({ about: 'Only requests of this app.', min: 1, max: 200 })),
    },
    refusal: 'A fault cannot be set',
    hint: `Kinds: ${faultKinds.join(', ')}.`,
    step: 'fault {kind} set',
    answer: member<Fault>('fault'),
  }),
  /** All of them; answers with how many. */
  clearFaults: operation({ method: 'DELETE', path: '/faults', step: 'all faults cleared', answer: cleared }),
  clearFault: operation({
    method: 'DELETE',
    path: '/faults/{id}',
    params: { id: id('Number of the fault.') },
    refusedAs: 'emulator.unknown-fault',
    step: 'fault {id} cleared',
    answer: cleared,
  }),
}
