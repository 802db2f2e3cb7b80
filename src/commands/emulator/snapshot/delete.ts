import * as Args from '@oclif/core/args'

import { SnapshotCommand } from '../../../cli/snapshot-command.ts'

export default class EmulatorSnapshotDelete extends SnapshotCommand<{ readonly deleted: string }> {
  static override summary = 'Delete a snapshot of the emulator'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import']

  static override args = { name: Args.string({ required: true, description: 'Snapshot name.' }) }

  async run(): Promise<{ readonly deleted: string }> {
    const { args } = await this.parse(EmulatorSnapshotDelete)
    await (await this.snapshots()).remove(args.name)
    this.show(`Deleted snapshot ${args.name}.`)
    return { deleted: args.name }
  }
}
