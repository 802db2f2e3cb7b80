import { optional, text } from '../../control/fields.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { tool } from '../tool.ts'

/** The emulator's clock. */
export const clock = tool({
  name: 'clock',
  about: "The emulator's clock; `advance` moves it and does what became due (retries of deliveries).",
  input: { advance: optional(text({ about: 'How far forward: 90s, 10m, 2d.', max: 20 })) },
  effect: ({ advance }) => (advance === undefined ? 'reads' : 'changes'),
  run: async ({ control }, { advance }) => {
    const platform = await control()
    const now = advance === undefined ? platform.clock() : platform.advanceClock({ ms: parseDuration(advance) })
    return { said: { ...(await now) } }
  },
})
