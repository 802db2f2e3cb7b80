import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../command/emulator-command.ts'
import type { Snapshot } from '../../../control/snapshot.ts'
import { importFromFile } from '../../../tasks/emulator/travelling-snapshots.ts'
import { importedWords, type ImportedFacts } from '../../../views/emulator/snapshots.ts'

export default class EmulatorSnapshotImport extends EmulatorCommand<Snapshot & ImportedFacts> {
  static override summary =
    'Make a snapshot from a file that `app emulator snapshot export` wrote, and say what has to be done again.'

  static override description =
    'The present state stays until the snapshot is loaded. The file is read as foreign: it gives values and nothing else. Its apps get new secrets that nobody knows yet, its installs have no token, and what waited to be delivered is not sent.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> before-import.snapshot',
    '<%= config.bin %> <%= command.id %> before-import.snapshot --name theirs',
  ]

  static override args = { file: Args.string({ required: true, description: 'File to read.' }) }

  static override flags = {
    name: Flags.string({ summary: 'Name of the snapshot here; that in the file when left out.', helpValue: '<name>' }),
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
