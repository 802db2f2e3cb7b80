import { faultKinds, faultMethods } from '../../control/fault.ts'
import { int, nullable, oneOf, optional, orElse, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { tool } from '../tool.ts'

/** Controls the faults that the emulator injects. */
export const fault = tool({
  name: 'fault',
  about:
    "Set a fault for the app's requests or deliveries on the emulator, or clear faults. `inspect` with `faults` lists them.",
  input: {
    do: oneOf(['set', 'clear'], ''),
    kind: optional(oneOf(faultKinds, 'Fault kind, for set.')),
    path: optional(text({ about: 'Path to match: /orders*', max: 300 })),
    method: optional(oneOf(faultMethods, '')),
    times: orElse(
      nullable(int({ about: 'Number of requests or deliveries to affect. null: all.', min: 1, max: 1_000_000 })),
      1,
    ),
    retryAfter: optional(text({ about: 'Retry-After in seconds, for 429 or 503.', max: 60 })),
    delayMs: optional(int({ about: 'Delay in ms, for slow, late, out-of-order and burst.', min: 1, max: 600_000 })),
    id: optional(int({ about: 'Fault number to clear. Default: all.', min: 1 })),
  },
  effect: 'changes',
  run: async ({ control }, { do: act, kind, id, ...given }) => {
    const platform = await control()
    if (act === 'clear')
      return { said: { cleared: await (id === undefined ? platform.clearFaults() : platform.clearFault({ id })) } }
    if (kind === undefined) throw new AppError('usage.missing', 'Specify the kind of fault to set.')
    await platform.setFault({ kind, ...given })
    const faults = await platform.faults()
    return { said: { faults: faults.length }, foreign: { faults } }
  },
})
