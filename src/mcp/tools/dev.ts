import { oneOf } from '../../control/fields.ts'
import { startInBackground } from '../../tasks/dev/start-in-background.ts'
import { stopRunning } from '../../tasks/dev/stop-running.ts'
import { tool } from '../tool.ts'

/** Controls `app dev` in the background. */
export const dev = tool({
  name: 'dev',
  about:
    'Start `app dev` in the background (emulator, store, app, gateway, install) or stop it. Returns when everything is running. `status` shows whether it is running, and `logs` shows its output.',
  input: { do: oneOf(['start', 'stop'], '') },
  effect: 'changes',
  run: async (call, { do: act }) => {
    const project = await call.project()
    if (act === 'stop') {
      const pid = await stopRunning(call.context, project.dir)
      return { said: { stopped: pid !== null, pid } }
    }
    const named = call.platform === null ? [] : ['--platform', call.platform]
    const argv = ['--approve', '--target', call.targetName, ...named]
    const wanted = { flags: {}, platform: call.platform, target: call.targetName }
    const started = await startInBackground(call.context, { project, argv, isAgreed: false, wanted })
    const { store, ...facts } = started
    return { said: facts, foreign: { store } }
  },
})
