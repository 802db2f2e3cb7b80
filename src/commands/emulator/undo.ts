import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import type { Step, Undone } from '../../control/undo.ts'
import { reportingReturned } from '../../tasks/install/unkept-installs.ts'
import { stepTable, undoneView } from '../../views/emulator/steps.ts'

export default class EmulatorUndo extends EmulatorCommand<Undone | { readonly steps: readonly Step[] }> {
  static override summary = 'Undo the last operation on the running emulator'

  static override description =
    "Restores all databases. You can undo orders, products, installs, settings, clock changes, resets and an app's writes: the last 200 operations, up to 50 MB, since the emulator started. Lists deliveries already sent, which cannot be recalled. An undo cannot be undone. To keep a state longer, use `app emulator snapshot save`."

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --list',
    '<%= config.bin %> <%= command.id %> --json',
  ]

  static override flags = {
    list: Flags.boolean({ summary: 'List the operations that can be undone, newest first.' }),
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
    const undone = await reportingReturned(this.context, control, () => control.undo())
    this.show(undoneView(undone, this.looks))
    return undone
  }
}
