import { text } from '../../control/fields.ts'
import { explain as explainText, searchExplanations } from '../../tasks/explain.ts'
import { tool } from '../tool.ts'

/** What an error code means. */
export const explain = tool({
  name: 'explain',
  about:
    'What an error code of this tool (net.timeout), an exit number (9) or a note of a list (pin-ignored) means: causes, how to check, how to fix. Any other word finds the codes about it.',
  input: { code: text({ about: 'The code, or a word.', max: 60 }) },
  effect: 'reads',
  run: async (_call, { code }) => {
    const found = await explainText(code)
    if (found !== null) return { said: { ...found } }
    return { said: { matches: await searchExplanations(code) } }
  },
})
