import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
import { serveMcp } from '../mcp/serve/serve-mcp.ts'

/** A line of stdout: a message of JSON-RPC 2.0, as MCP has it. */
export interface Line {
  readonly jsonrpc: '2.0'
  readonly id?: number | string
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string }
}

export default class Mcp extends AppCommand<undefined> {
  static override summary =
    'Serve a coding agent over stdin and stdout (MCP): status, why, replay, check and the emulator as tools.'

  static override description =
    'Started by an MCP client, which `app mcp install` tells of it; no port is opened. The tools do what the commands of the same names do, in the project of the working folder. A client counts as a coding agent: a write to the live platform needs a person. What came from stores, customers and payloads is marked as foreign data in every answer. Ends when its client goes.'

  static override writes = ['project', 'state', 'emulator', 'live'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --read-only',
    '<%= config.bin %> <%= command.id %> --target live --read-only',
  ]

  static override flags = {
    'read-only': Flags.boolean({ summary: 'Only tools that change nothing.' }),
  }

  async run(): Promise<undefined> {
    const { flags } = await this.parse(Mcp)
    const { context } = this
    const { platform } = flags
    await serveMcp(context, {
      // Looked at anew for each call, but for what is asked of a person or a keychain once.
      world: () => ({ ...this.newContext(), credentials: context.credentials }),
      targetName: this.targetName,
      platform: platform ?? null,
      version: context.version,
      packageRoot: context.packageRoot,
      isReadOnly: flags['read-only'],
    })
    return undefined
  }
}
