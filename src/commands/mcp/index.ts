import { resolve } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { projectAt } from '../../command/place.ts'
import { serveMcp } from '../../mcp/serve/serve-mcp.ts'
import { defined } from '../../text/defined.ts'

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
    'Started by an MCP client, which `app mcp install` configures; no port is opened. The tools do what the commands of the same names do, in the project of the working folder or of `--project`. A client counts as a coding agent: a write to the live platform needs a person. What came from stores, customers and payloads is marked as foreign data in every answer. Ends when its client goes.'

  static override writes = ['project', 'state', 'emulator', 'live'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --read-only',
    '<%= config.bin %> <%= command.id %> --target live --read-only',
  ]

  static override flags = {
    'read-only': Flags.boolean({ summary: 'Only tools that change nothing.' }),
    project: Flags.string({
      summary: 'Folder of the project; that in which it is started when left out.',
      helpValue: '<folder>',
    }),
  }

  #folder: string | undefined

  async run(): Promise<undefined> {
    const { flags } = await this.parse(Mcp)
    const { context } = this
    const { platform } = flags
    this.#folder = flags.project === undefined ? undefined : resolve(context.cwd, flags.project)
    // A client would find a server of nothing: better one that does not start.
    if (this.#folder !== undefined) await projectAt({ ...context, cwd: this.#folder })
    await serveMcp(context, {
      // Read again for each call, except what a person or a keychain is asked once.
      world: () => ({
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
