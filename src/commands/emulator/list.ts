import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import type { PlatformRow } from '../../tasks/emulator/platforms/list-platforms.ts'
import { platformTable } from '../../views/emulator/platforms.ts'

export default class EmulatorList extends EmulatorCommand<{ readonly platforms: readonly PlatformRow[] }> {
  static override summary = 'List the emulator platforms on this machine'

  static override description =
    "Shows each platform's folder, ports and size. The default platform is shared. If another project uses it, `app dev` creates a separate platform with the project folder's name. You can create more with --platform or `app emulator fork`. A star marks the platform that commands in this folder use."

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
