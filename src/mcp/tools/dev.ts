import { oneOf } from '../../control/fields.ts'
import { startInBackground } from '../../tasks/dev/start-in-background.ts'
import { stopRunning } from '../../tasks/dev/stop-running.ts'
import { tool } from '../tool.ts'

/** `app dev` in the background. */
export const dev = tool({
  name: 'dev',
  about:
    'Start `app dev` in the background (emulator, store, app, gateway, install; answers when everything runs) or stop it. `status` says whether it runs, `logs` what it printed.',
  input: { do: oneOf(['start', 'stop'], '') },
  effect: 'changes',
  run: async (bench, { do: act }) => {
    const project = await bench.project()
    if (act === 'stop') {
      const pid = await stopRunning(bench.context, project.dir)
      return { said: { stopped: pid !== null, pid } }
    }
    const named = bench.platform === null ? [] : ['--platform', bench.platform]
    const argv = ['--approve', '--target', bench.targetName, ...named]
    const wanted = { flags: {}, platform: bench.platform, target: bench.targetName }
    const started = await startInBackground(bench.context, { project, argv, isAgreed: false, wanted })
    const { store, ...facts } = started
    return { said: facts, foreign: { store } }
  },
})
