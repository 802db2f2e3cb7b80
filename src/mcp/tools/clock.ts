import { text } from '../../control/fields.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { tool } from '../tool.ts'

export const clock = tool({
  name: 'clock',
  about: "Advance the emulator's clock and run due jobs (delivery retries). `status` shows its time.",
  input: { advance: text({ about: 'Duration, such as 90s or 2d.', max: 20 }) },
  effect: 'changes',
  run: async ({ control }, { advance }) => {
    const ms = parseDuration(advance)
    return { said: { ...(await (await control()).advanceClock({ ms })) } }
  },
})
