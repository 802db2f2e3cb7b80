import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { outputFlags, sendFlags } from '../../call/input/call-flags.ts'
import { readCallOptions } from '../../call/input/call-options.ts'
import { rawFacts, rawRequest } from '../../call/input/raw-request.ts'
import { runCall } from '../../call/run-call.ts'
import { AppCommand } from '../../cli.ts'
import { bodyFlags, debugFlag, installFlags, yesFlag } from '../../cli/flags.ts'
import { rawView } from '../../views/call/raw.ts'

export default class CallRaw extends AppCommand<void> {
  static override summary = 'Send any request below /api/apps/v1'
  static override description = 'Prints the response unchanged.'

  static override writes = ['emulator', 'live'] as const

  static override examples = [
    '<%= config.bin %> call raw GET /orders --query status=paid --region tr',
    '<%= config.bin %> call raw PUT /orders/42/costs \\\n    -f externalRef=c1 -f costType=cod_fee -F amount=9.90',
    '<%= config.bin %> call raw POST /orders --data @order.json --region de --json',
  ]

  static override args = {
    method: Args.string({ required: true, description: 'HTTP method: GET, POST, PUT, PATCH or DELETE.' }),
    path: Args.string({ required: true, description: 'Path below /api/apps/v1, for example /orders/42.' }),
  }

  static override flags = {
    query: Flags.string({ multiple: true, summary: 'Query parameter.', helpValue: '<key=value>' }),
    ...bodyFlags,
    ...outputFlags,
    ...sendFlags,
    ...yesFlag,
    ...installFlags,
    ...debugFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(CallRaw)
    const { context } = this
    const request = rawRequest({ args, flags, cwd: context.cwd })
    const project = await this.project()
    await runCall({
      context,
      screen: this.screen,
      project,
      target: await this.target(project),
      facts: await rawFacts(request),
      asked: request,
      options: readCallOptions({ flags, isJson: this.jsonEnabled() }),
      view: rawView,
    })
  }
}
