import * as Args from '@oclif/core/args'

import { SnapshotCommand } from '../../../command/snapshot-command.ts'

export default class EmulatorSnapshotDelete extends SnapshotCommand<{ readonly deleted: string }> {
  static override summary = 'Remove a snapshot of the emulator; its present state stays.'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import']

  static override args = { name: Args.string({ required: true, description: 'Name of the snapshot.' }) }

  async run(): Promise<{ readonly deleted: string }> {
    const { args } = await this.parse(EmulatorSnapshotDelete)
    await (await this.snapshots()).remove(args.name)
    this.show(`The snapshot ${args.name} is removed.`)
    return { deleted: args.name }
  }
}
