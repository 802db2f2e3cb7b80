import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../../command/emulator-command.ts'
import { exportToFile } from '../../../tasks/emulator/travelling-snapshots.ts'
import { exportedWords, type ExportedFacts } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotExport extends EmulatorCommand<ExportedFacts> {
  static override summary = 'Write a snapshot into one file for another machine, without its secrets.'

  static override description =
    'Apps, stores, installs, orders, settings and clock are in the file. Client secrets, signing secrets, tokens, passwords, sessions and the log of the platform are not: they stay here.'

  static override writes = ['project'] as const

  static override examples = ['<%= config.bin %> <%= command.id %> before-import before-import.snapshot']

  static override args = {
    name: Args.string({ required: true, description: 'Name of the snapshot.' }),
    file: Args.string({ required: true, description: 'File to write; it must not exist yet.' }),
  }

  async run(): Promise<ExportedFacts> {
    const { args } = await this.parse(EmulatorSnapshotExport)
    const { snapshot, file, bytes } = await exportToFile(this.context, args.name, args.file)
    const exported = { name: snapshot.name, file, bytes }
    this.show(exportedWords(exported, this.looks))
    return exported
  }
}
