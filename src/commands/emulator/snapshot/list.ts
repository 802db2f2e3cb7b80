import { wideFlag } from '../../../cli/flags.ts'
import { linesFlag } from '../../../cli/lines.ts'
import { SnapshotCommand } from '../../../cli/snapshot-command.ts'
import type { Snapshot } from '../../../control/snapshot.ts'
import { snapshotTable } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotList extends SnapshotCommand<{ readonly snapshots: readonly Snapshot[] }> {
  static override summary = "List the emulator's snapshots, newest first"

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<{ readonly snapshots: readonly Snapshot[] }> {
    await this.parse(EmulatorSnapshotList)
    const snapshots = await (await this.snapshots()).list()
    this.show(snapshotTable(snapshots, this.looks))
    return { snapshots }
  }
}
