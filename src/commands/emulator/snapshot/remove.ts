import * as Args from '@oclif/core/args'

import { SnapshotCommand } from '../../../command/snapshot-command.ts'

export default class EmulatorSnapshotRemove extends SnapshotCommand<{ readonly removed: string }> {
  static override summary = 'Remove a snapshot of the emulator'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import']

  static override args = { name: Args.string({ required: true, description: 'Snapshot name.' }) }

  async run(): Promise<{ readonly removed: string }> {
    const { args } = await this.parse(EmulatorSnapshotRemove)
    await (await this.snapshots()).remove(args.name)
    this.show(`Removed snapshot ${args.name}.`)
    return { removed: args.name }
  }
}
