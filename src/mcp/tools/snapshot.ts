import { oneOf, optional, orElse, text } from '../../control/fields.ts'
import { readRunFile } from '../../control/run-file.ts'
import { AppError } from '../../errors.ts'
import { openSnapshots } from '../../tasks/emulator/snapshots.ts'
import { tool } from '../tool.ts'

/** Saved states of the whole emulator. */
export const snapshot = tool({
  name: 'snapshot',
  about:
    'Save the whole state of the emulator, load one (the present state is lost unless saved), list or remove snapshots.',
  input: {
    do: orElse(oneOf(['list', 'save', 'load', 'remove'], ''), 'list'),
    name: optional(text({ about: 'Needed except for list.', max: 100 })),
  },
  effect: ({ do: act }) => (act === 'list' ? 'reads' : 'changes'),
  run: async (call, { do: act, name }) => {
    const isRunning = readRunFile(call.context.paths) !== null
    const snapshots = await openSnapshots(call.context, isRunning ? await call.control() : null)
    if (act !== 'list') {
      if (name === undefined) throw new AppError('usage.missing', 'Name the snapshot.')
      await snapshots[act](name)
    }
    const all = await snapshots.list()
    return { said: { done: act, snapshots: all.length }, foreign: { snapshots: all } }
  },
})
