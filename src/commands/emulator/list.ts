import { EmulatorCommand } from '../../command/emulator-command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import type { PlatformRow } from '../../tasks/emulator/platforms/list-platforms.ts'
import { platformTable } from '../../views/emulator/platforms.ts'

export default class EmulatorList extends EmulatorCommand<{ readonly platforms: readonly PlatformRow[] }> {
  static override summary = 'List the platforms of this machine: where each has its state, its ports, its size.'

  static override description =
    'The default one is shared. When `app dev` finds it in use by another project, the project gets one for itself, named after its folder; others are made by name, with --platform or `app emulator fork`. A star marks the one that a command in this folder means.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  static override flags = { ...linesFlag, ...wideFlag }

  async run(): Promise<{ readonly platforms: readonly PlatformRow[] }> {
    await this.parse(EmulatorList)
    const { listPlatforms } = await import('../../tasks/emulator/platforms/list-platforms.ts')
    const platforms = listPlatforms(this.context.paths)
    this.show(platformTable(platforms, this.looks))
    return { platforms }
  }
}
