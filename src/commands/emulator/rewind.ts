import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { meantStep } from '../../control/meant-step.ts'
import type { Undone } from '../../control/undo.ts'
import { AppError } from '../../errors.ts'
import { reportingReturned } from '../../tasks/install/unkept-installs.ts'
import { undoneView } from '../../views/emulator/steps.ts'

const nothing: Undone = { undone: [], sent: [], lost: [], revokedTokens: 0, remaining: 0 }

export default class EmulatorRewind extends EmulatorCommand<Undone> {
  static override summary = "Undo an event's operation and all later operations"

  static override description =
    'Find the event id with `app emulator undo --list`, `app emulator deliveries` or `app webhook list`. The start or end of the id is enough if it matches one operation. A rewind cannot be undone.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> evt_3924a1f077c24f1e9a3b0d9c1f2e4b6a',
    '<%= config.bin %> <%= command.id %> evt_3924a1 --yes --json',
  ]

  static override args = { event: Args.string({ required: true, description: 'Event id, or its start or end.' }) }

  static override flags = { yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation prompt.' }) }

  async run(): Promise<Undone> {
    const { args, flags } = await this.parse(EmulatorRewind)
    const control = await this.control()
    const steps = await control.steps()
    const step = meantStep(steps, args.event)
    const at = steps.indexOf(step)
    if (at > 0 && !flags.yes && !(await this.#agreed(at + 1, args.event)))
      return { ...nothing, remaining: steps.length }
    // Sends the whole id, because a concurrent operation can create another id with the same prefix.
    const undone = await reportingReturned(this.context, control, () =>
      control.rewind({ event: step.events[0] ?? args.event }),
    )
    this.show(undoneView(undone, this.looks))
    return undone
  }

  #agreed(count: number, event: string): Promise<boolean> {
    const { terminal } = this.context
    if (!terminal.isInteractive) {
      throw new AppError('usage.missing', `A rewind to this event undoes ${count} operations. Confirm with --yes.`, {
        suggestions: [`app emulator rewind ${event} --yes`],
      })
    }
    return terminal.ask.confirm({ message: `Undo ${count} operations?`, flag: '--yes' })
  }
}
