import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { yesFlag } from '../../command/flags.ts'
import { AppError } from '../../errors.ts'
import { prunedLines } from '../../views/emulator/platforms.ts'

interface Pruned {
  /** Names of the platforms that were removed. */
  readonly removed: readonly string[]
}

export default class EmulatorPrune extends EmulatorCommand<Pruned> {
  static override summary =
    "Remove the platforms whose project's folder is gone, or the one that is named, after asking."

  static override description =
    'A folder that was moved counts as gone, and so does one on a disk that is not attached now. A named platform goes only when it is named here; one that runs and the default one stay.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --yes',
    '<%= config.bin %> <%= command.id %> trial',
  ]

  static override args = {
    name: Args.string({ description: "Name of a platform, whatever became of its project's folder." }),
  }

  static override flags = { yes: { ...yesFlag.yes, summary: 'Remove without asking.' } }

  async run(): Promise<Pruned> {
    const { args, flags } = await this.parse(EmulatorPrune)
    const { removable, removePlatform } = await import('../../tasks/emulator/platforms/prune-platforms.ts')
    const found = removable(this.context, args.name)
    if (found.length === 0) {
      this.show(
        'Nothing to remove: the folder of every platform is there. `app emulator prune <name>` removes one by its name.',
      )
      return { removed: [] }
    }
    this.show(prunedLines(found))
    const { terminal } = this.context
    if (!flags.yes && !terminal.isInteractive) {
      throw new AppError('usage.missing', 'Removing a platform removes its stores and its journal.', {
        suggestions: [['app emulator prune', args.name, '--yes'].filter((word) => word !== undefined).join(' ')],
      })
    }
    const message = `Remove ${found.length === 1 ? 'this platform' : `these ${found.length} platforms`} with all stores and the journal?`
    if (!flags.yes && !(await terminal.ask.confirm({ message, flag: '--yes', default: false }))) return { removed: [] }
    for (const platform of found) await removePlatform(this.context, platform)
    this.show(found.length === 1 ? 'Removed.' : `Removed ${found.length} platforms.`)
    return { removed: found.map(({ name }) => name) }
  }
}
