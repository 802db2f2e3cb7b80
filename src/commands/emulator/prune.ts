import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { yesFlag } from '../../cli/flags.ts'
import { AppError } from '../../errors.ts'
import { prunedLines } from '../../views/emulator/platforms.ts'

interface Pruned {
  /** Names of the removed platforms. */
  readonly removed: readonly string[]
}

export default class EmulatorPrune extends EmulatorCommand<Pruned> {
  static override summary = 'Remove platforms without a project folder, or one by name'

  static override description =
    "Lists the platforms and asks first. A folder is also considered missing if it was moved or its disk is not mounted. If the folder exists, give the platform's name. A running platform and the default platform are never removed."

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --yes',
    '<%= config.bin %> <%= command.id %> trial',
  ]

  static override args = {
    name: Args.string({ description: 'Platform to remove, even if its project folder exists.' }),
  }

  static override flags = { yes: { ...yesFlag.yes, summary: 'Skip the confirmation prompt.' } }

  async run(): Promise<Pruned> {
    const { args, flags } = await this.parse(EmulatorPrune)
    const { removable, removePlatform } = await import('../../tasks/emulator/platforms/prune-platforms.ts')
    const found = removable(this.context, args.name)
    if (found.length === 0) {
      this.show(
        "Nothing to remove. Every platform's project folder exists. To remove a platform by name: app emulator prune <name>",
      )
      return { removed: [] }
    }
    this.show(prunedLines(found))
    const { terminal } = this.context
    if (!flags.yes && !terminal.isInteractive) {
      throw new AppError('usage.missing', 'Removing a platform deletes its stores and journal. Confirm with --yes.', {
        suggestions: [['app emulator prune', args.name, '--yes'].filter((word) => word !== undefined).join(' ')],
      })
    }
    const message =
      found.length === 1
        ? 'Remove this platform, its stores and its journal?'
        : `Remove these ${found.length} platforms, their stores and their journals?`
    if (!flags.yes && !(await terminal.ask.confirm({ message, flag: '--yes', default: false }))) return { removed: [] }
    for (const platform of found) await removePlatform(this.context, platform)
    this.show(found.length === 1 ? 'Removed 1 platform.' : `Removed ${found.length} platforms.`)
    return { removed: found.map(({ name }) => name) }
  }
}
