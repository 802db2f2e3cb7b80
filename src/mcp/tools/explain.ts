import { text } from '../../control/fields.ts'
import { explain as explainText, searchExplanations } from '../../tasks/explain.ts'
import { tool } from '../tool.ts'

/** Explains an error code. */
export const explain = tool({
  name: 'explain',
  about:
    'Explain an error code (net.timeout), an exit code (9) or a note (pin-ignored): causes, checks and fixes. Any other word finds matching codes.',
  input: { code: text({ about: 'Error code, exit code, note, or any word.', max: 60 }) },
  effect: 'reads',
  run: async (_call, { code }) => {
    const found = await explainText(code)
    if (found !== null) return { said: { ...found } }
    return { said: { matches: await searchExplanations(code) } }
  },
})
