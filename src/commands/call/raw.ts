import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { isBeyondPlain } from '../../call/input/beyond-plain.ts'
import { outputFlags, sendFlags } from '../../call/input/call-flags.ts'
import { rawRequest } from '../../call/input/raw-request.ts'
import { showResult } from '../../call/show/show-result.ts'
import { AppCommand } from '../../command.ts'
import { bodyFlags, debugFlag, installFlags, yesFlag } from '../../command/flags.ts'
import { confirmLiveWrite } from '../../tasks/call/confirm-live-write.ts'
import { openClient } from '../../tasks/call/open-client.ts'
import { rawView } from '../../views/call/raw.ts'

export default class CallRaw extends AppCommand<void> {
  static override summary = 'Send any request below /api/apps/v1 and print the answer as it came.'

  static override examples = [
    '<%= config.bin %> call raw GET /orders --query status=paid --region tr',
    '<%= config.bin %> call raw PUT /orders/42/costs -f externalRef=c1 -f costType=cod_fee -F amount=9.90',
    '<%= config.bin %> call raw POST /orders --data @order.json --region de --json',
  ]

  static override args = {
    method: Args.string({ required: true, description: 'GET, POST, PUT, PATCH or DELETE.' }),
    path: Args.string({ required: true, description: 'Path below /api/apps/v1, for example /orders/42.' }),
  }

  static override flags = {
    query: Flags.string({ multiple: true, summary: 'A query parameter.', helpValue: '<key=value>' }),
    ...bodyFlags,
    ...outputFlags,
    ...sendFlags,
    ...yesFlag,
    ...installFlags,
    ...debugFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CallRaw)
    const request = rawRequest({ args, flags, cwd: this.context.cwd })
    const project = await this.project()
    const target = await this.target(project)
    if (isBeyondPlain(flags, { isPaged: false })) {
      const { runRawPendingCall } = await import('../../call/send/raw-pending-call.ts')
      return runRawPendingCall({ context: this.context, request, flags, project, target, isJson: this.jsonEnabled() })
    }
    const { store, region, debug } = flags
    const { client, close } = await openClient(this.context, { project, target, store, region, debug })
    try {
      const endpoint = { id: `${request.method} ${request.path}`, method: request.method }
      await confirmLiveWrite(this.context.terminal, { target, endpoint, isAgreed: flags.yes })
      const result = await client.raw({ ...request, region })
      showResult(this.context.terminal, {
        result,
        view: rawView,
        response: null,
        isJson: this.jsonEnabled(),
        screen: this.screen,
      })
    } finally {
      close()
    }
  }
}
