import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { mcpClientNames, mcpClients, projectClients, userClients } from '../../tasks/mcp/clients.ts'
import { installEntry, type InstalledEntry } from '../../tasks/mcp/install-entry.ts'
import { installedEntryText } from '../../views/mcp.ts'

export default class McpInstall extends AppCommand<InstalledEntry> {
  static override ignoresTarget = true

  static override summary = "Add `app mcp` to an MCP client's configuration"

  static override description = `Writes the client's project file (one of ${projectClients.map((name) => mcpClients[name].file).join(', ')}), which a team can share. These clients have only a user file outside the project, which is changed only after confirmation: ${userClients.map((name) => mcpClients[name].title).join(', ')}. Other entries and comments are preserved.`

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> claude-code',
    '<%= config.bin %> <%= command.id %> vscode --read-only',
    '<%= config.bin %> <%= command.id %> cursor --print',
    '<%= config.bin %> <%= command.id %> claude-desktop',
  ]

  static override args = {
    client: Args.option({ options: mcpClientNames })({ required: true, description: 'MCP client.' }),
  }

  static override flags = {
    'read-only': Flags.boolean({ summary: 'Offer only tools that change nothing.' }),
    print: Flags.boolean({
      summary: 'Print the result and write nothing. For a file outside the project, print only the new entry.',
    }),
    yes: Flags.boolean({ char: 'y', summary: 'Allow writing outside the project.' }),
  }

  async run(): Promise<InstalledEntry> {
    const { args, flags } = await this.parse(McpInstall)
    const { dir, config } = await this.project()
    const { target, platform, config: registration } = flags
    const entry = await installEntry(this.context, {
      client: args.client,
      dir,
      appKey: config.key,
      flags: [
        ...(flags['read-only'] ? ['--read-only'] : []),
        ...(target === undefined ? [] : ['--target', target]),
        ...(platform === undefined ? [] : ['--platform', platform]),
        ...(registration === undefined ? [] : ['--config', registration]),
      ],
      isPrinting: flags.print,
      isAgreed: flags.yes,
    })
    this.show(flags.print ? entry.text.trimEnd() : installedEntryText({ ...mcpClients[args.client], ...entry }))
    return entry
  }
}
