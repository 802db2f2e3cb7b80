import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { exportToFile } from '../../../tasks/emulator/travelling-snapshots.ts'
import { exportedWords, type ExportedFacts } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotExport extends EmulatorCommand<ExportedFacts> {
  static override summary = 'Export a snapshot to a file, without secrets'

  static override description =
    "Contains apps, stores, installs, orders, settings and the clock. Does not contain client secrets, signing secrets, tokens, passwords, sessions or the platform's log."

  static override writes = ['project'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import before-import.snapshot']

  static override args = {
    name: Args.string({ required: true, description: 'Snapshot name.' }),
    file: Args.string({ required: true, description: 'File to create. It must not exist.' }),
  }

  async run(): Promise<ExportedFacts> {
    const { args } = await this.parse(EmulatorSnapshotExport)
    const { snapshot, file, bytes } = await exportToFile(this.context, args.name, args.file)
    const exported = { name: snapshot.name, file, bytes }
    this.show(exportedWords(exported, this.looks))
    return exported
  }
}
