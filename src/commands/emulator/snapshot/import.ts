import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import type { Snapshot } from '../../../control/snapshot.ts'
import { importFromFile } from '../../../tasks/emulator/travelling-snapshots.ts'
import { importedWords, type ImportedFacts } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotImport extends EmulatorCommand<Snapshot & ImportedFacts> {
  static override summary = 'Import a snapshot that was exported to a file'

  static override description =
    'Creates a snapshot from the output of `app emulator snapshot export` and lists the steps to repeat. The current state is unchanged until you load the snapshot. The file is untrusted, so only its values are read. Its apps get new random secrets, its installs have no token, and pending deliveries are not sent.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> before-import.snapshot',
    '<%= config.bin %> <%= command.id %> before-import.snapshot --name theirs',
  ]

  static override args = { file: Args.string({ required: true, description: 'Exported snapshot file.' }) }

  static override flags = {
    name: Flags.string({ summary: 'Snapshot name. Default: the name in the file.', helpValue: '<name>' }),
  }

  async run(): Promise<Snapshot & ImportedFacts> {
    const { args, flags } = await this.parse(EmulatorSnapshotImport)
    const { snapshot, from, left } = await importFromFile(this.context, args.file, flags.name)
    const next = [
      `app emulator snapshot load ${snapshot.name}`,
      ...(left.apps.length > 0 ? ['app register'] : []),
      ...(left.installs > 0 ? ['app install --approve'] : []),
    ]
    const imported = { ...snapshot, from, next, omitted: left }
    this.show(importedWords(imported, this.looks))
    return imported
  }
}
