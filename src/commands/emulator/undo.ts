import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import type { Step, Undone } from '../../control/undo.ts'
import { tellingReturned } from '../../tasks/emulator/unkept-installs.ts'
import { stepTable, undoneView } from '../../views/emulator/steps.ts'

export default class EmulatorUndo extends EmulatorCommand<Undone | { readonly steps: readonly Step[] }> {
  static override summary =
    'Take back the last operation on the running emulator; `--list` shows what can be taken back.'

  static override description =
    'Orders, products, installs, settings, the clock, a reset, a write of an app: every database is as it was before. The last 200 operations can be taken back, as far as they fit into 50 MB, after a restart too. What was sent to an app cannot be unsent, and is listed. Nothing brings back what was taken back: `app emulator snapshot save` keeps a state for longer.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --list',
    '<%= config.bin %> <%= command.id %> --json',
  ]

  static override flags = {
    list: Flags.boolean({ summary: 'Only show what can be taken back, the last operation first.' }),
    ...linesFlag,
    ...wideFlag,
  }

  async run(): Promise<Undone | { readonly steps: readonly Step[] }> {
    const { flags } = await this.parse(EmulatorUndo)
    const control = await this.control()
    if (flags.list) {
      const steps = await control.steps()
      this.show(stepTable(steps, this.looks))
      return { steps }
    }
    const undone = await tellingReturned(this.context, control, () => control.undo())
    this.show(undoneView(undone, this.looks))
    return undone
  }
}
