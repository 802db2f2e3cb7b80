import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { SnapshotCommand } from '../../../cli/snapshot-command.ts'
import type { Snapshot } from '../../../control/snapshot.ts'
import { AppError } from '../../../errors.ts'
import { snapshotWords } from '../../../views/emulator/snapshots.ts'

type Loaded = Snapshot | { readonly loaded: false }

export default class EmulatorSnapshotLoad extends SnapshotCommand<Loaded> {
  static override summary = 'Load a snapshot, whether or not the emulator is running'

  static override description =
    'Replaces the current state, which is lost unless you saved it. Tokens in the snapshot work again. Later tokens do not.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> before-import',
    '<%= config.bin %> <%= command.id %> before-import --yes',
  ]

  static override args = { name: Args.string({ required: true, description: 'Snapshot name.' }) }

  static override flags = { yes: Flags.boolean({ char: 'y', summary: 'Skip the confirmation prompt.' }) }

  async run(): Promise<Loaded> {
    const { args, flags } = await this.parse(EmulatorSnapshotLoad)
    const snapshots = await this.snapshots()
    const isThere = (await snapshots.list()).some(({ name }) => name === args.name)
    // The load rejects an unknown name, so no question is needed first.
    if (isThere && !flags.yes && !(await this.#agreed(args.name))) return { loaded: false }
    const snapshot = await snapshots.load(args.name)
    this.show(`Loaded ${snapshotWords(snapshot)}.`)
    return snapshot
  }

  #agreed(name: string): Promise<boolean> {
    const { terminal } = this.context
    if (!terminal.isInteractive) {
      throw new AppError(
        'usage.missing',
        "Loading a snapshot replaces the emulator's current state. Confirm with --yes.",
        {
          suggestions: [`app emulator snapshot load ${name} --yes`],
        },
      )
    }
    return terminal.ask.confirm({ message: "Replace the emulator's current state?", flag: '--yes' })
  }
}
