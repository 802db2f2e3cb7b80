import { text } from '../../../control/fields.ts'
import { embedKeyIfAny } from '../../../tasks/embed/embed-key.ts'
import { verifySteps } from '../../../tasks/embed/verify-steps.ts'
import { tool } from '../../tool.ts'

/** Whether an embed token is valid. */
export const embed = tool({
  name: 'embed',
  about:
    'Verify an embed token of the panel by the eleven documented steps. What else a panel gets wrong (headers, cookies, framing) `check` with only: ["panel"] finds.',
  input: { token: text({ about: '', max: 10_000 }) },
  effect: 'reads',
  run: async (call, { token }) => {
    const project = await call.project()
    const key = await embedKeyIfAny(call.context, project, () => call.target(project))
    const verification = verifySteps({ token, key, appKey: project.config.key, now: call.context.now() })
    const { payload, ...said } = verification
    return { said: { ...said }, foreign: { payload } }
  },
})
