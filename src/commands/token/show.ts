import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { installFlags } from '../../cli/flags.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { requireToken } from '../../tasks/install/require-token.ts'
import { findKnownInstall } from '../../tasks/selection/known-installs.ts'

interface ShownToken {
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  /** Access token, masked unless `--reveal` is set. */
  readonly token: string
  readonly revealed: boolean
}

export default class TokenShow extends AppCommand<ShownToken> {
  static override summary = "Show an install's token (masked without --reveal)"

  static override examples = ['<%= config.bin %> token show', '<%= config.bin %> token show --reveal --region de']

  static override flags = {
    ...installFlags,
    reveal: Flags.boolean({
      default: false,
      summary: 'Print the full token. Anyone who has it can act for the app in this store.',
    }),
  }

  async run(): Promise<ShownToken> {
    const { flags } = await this.parse(TokenShow)
    const { store, region, reveal } = flags
    const install = findKnownInstall(this.context, {
      project: await this.project(),
      targetName: this.targetName,
      store,
      region,
    })
    const token = await requireToken(this.context, install, 'stored')
    const shown = reveal ? token : redactSecrets(token, [token])
    this.show(shown)
    const { appKey, storeId, regionId } = install
    return { appKey, storeId, regionId, token: shown, revealed: reveal }
  }
}
