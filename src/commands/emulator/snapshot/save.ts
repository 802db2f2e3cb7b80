import * as Args from '@oclif/core/args'

import { SnapshotCommand } from '../../../cli/snapshot-command.ts'
import type { Snapshot } from '../../../control/snapshot.ts'
import { snapshotWords } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotSave extends SnapshotCommand<Snapshot> {
  static override summary = "Save the emulator's state as a snapshot"
  static override description = 'Saves apps, stores, installs, the queue, the clock and settings.'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import']

  static override args = {
    name: Args.string({
      required: true,
      description: 'Snapshot name: lowercase letters, digits, hyphens and underscores.',
    }),
  }

  async run(): Promise<Snapshot> {
    const { args } = await this.parse(EmulatorSnapshotSave)
    const snapshot = await (await this.snapshots()).save(args.name)
    this.show(`Saved ${snapshotWords(snapshot)}.`)
    return snapshot
  }
}
