import { oneOf, text } from '../../control/fields.ts'
import { readRunFile } from '../../control/run-file.ts'
import { openSnapshots } from '../../tasks/emulator/snapshots.ts'
import { tool } from '../tool.ts'

/** Controls saved states of the whole emulator. */
export const snapshot = tool({
  name: 'snapshot',
  about:
    "Save, load or remove a snapshot of the emulator's state. A load discards the current state unless it was saved. `inspect` with `snapshots` lists them.",
  input: {
    do: oneOf(['save', 'load', 'remove'], ''),
    name: text({ about: '', max: 100 }),
  },
  effect: 'destroys',
  run: async (call, { do: act, name }) => {
    const isRunning = readRunFile(call.context.paths) !== null
    const snapshots = await openSnapshots(call.context, isRunning ? await call.control() : null)
    await snapshots[act](name)
    const all = await snapshots.list()
    return { said: { done: act, snapshots: all.length }, foreign: { snapshots: all } }
  },
})
