import { text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { explain as explainText } from '../../tasks/explain.ts'
import { tool } from '../tool.ts'

/** What an error code means. */
export const explain = tool({
  name: 'explain',
  about:
    'What an error code of this tool (net.timeout), an exit number (9) or a note of a list (pin-ignored) means: causes, how to check, how to mend.',
  input: { code: text({ about: 'The code.', max: 60 }) },
  effect: 'reads',
  run: async (_call, { code }) => {
    const found = await explainText(code)
    if (found !== null) return { said: { ...found } }
    throw new AppError('usage.invalid', `There is no error code ${JSON.stringify(code)}.`, {
      suggestions: ['app explain'],
    })
  },
})
