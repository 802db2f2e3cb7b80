import { resolve } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { projectAt } from '../../cli/place.ts'
import { serveMcp } from '../../mcp/serve/serve-mcp.ts'
import { defined } from '../../text/defined.ts'

/** A line of stdout: a JSON-RPC 2.0 message as MCP defines it. */
export interface Line {
  readonly jsonrpc: '2.0'
  readonly id?: number | string
  readonly method?: string
  readonly params?: object
  readonly result?: object
  readonly error?: { readonly code: number; readonly message: string }
}

export default class Mcp extends AppCommand<undefined> {
  static override summary = 'Serve tools to a coding agent over stdin and stdout (MCP)'

  static override description =
    "An MCP client starts this command. To configure the client, run `app mcp install`. No port is opened. The tools work like the commands of the same names, in the working folder's project or --project. A client is treated as a coding agent, so only a user can allow a write to the live platform. Data from stores, customers and payloads is marked as untrusted in every response. Exits when the client disconnects."

  static override writes = ['project', 'state', 'emulator', 'live'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --read-only',
    '<%= config.bin %> <%= command.id %> --target live --read-only',
  ]

  static override flags = {
    'read-only': Flags.boolean({ summary: 'Offer only tools that change nothing.' }),
    project: Flags.string({
      summary: 'Project folder. Default: the current folder.',
      helpValue: '<folder>',
    }),
  }

  #folder: string | undefined

  async run(): Promise<undefined> {
    const { flags } = await this.parse(Mcp)
    const { context } = this
    const { platform } = flags
    this.#folder = flags.project === undefined ? undefined : resolve(context.cwd, flags.project)
    // Fails at startup, because a client would otherwise find a server without a project.
    if (this.#folder !== undefined) await projectAt({ ...context, cwd: this.#folder })
    await serveMcp(context, {
      // Reads everything again for each call, except input that is requested only once from a user or keychain.
      currentContext: () => ({
        ...this.newContext(this.#folder),
        ...defined({ cwd: this.#folder }),
        credentials: context.credentials,
      }),
      targetName: this.targetName,
      platform: platform ?? null,
      version: context.version,
      packageRoot: context.packageRoot,
      isReadOnly: flags['read-only'],
    })
    return undefined
  }
}
