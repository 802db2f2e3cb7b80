import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../cli.ts'
import { installFlags, wideFlag } from '../../../cli/flags.ts'
import { openRegions } from '../../../tasks/call/open-regions.ts'
import { reportOrders } from '../../../tasks/call/report-orders.ts'
import { csvTable } from '../../../text/csv.ts'
import { orderReport, type OrderReportRow } from '../../../views/call/order-report.ts'

export default class CallOrdersReport extends AppCommand<readonly OrderReportRow[]> {
  static override summary = 'Show order totals for one or all regions, by currency'

  static override description = 'Reads every order, with one request per 100 orders.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> --region all',
    '<%= config.bin %> <%= command.id %> --by status --region tr --csv',
  ]

  static override flags = {
    by: Flags.option({
      options: ['currency', 'status'] as const,
      default: 'currency' as const,
      summary: 'Group by currency, or by status and currency.',
    })(),
    status: Flags.string({ summary: 'Include only orders with this status.', helpValue: '<status>' }),
    csv: Flags.boolean({ summary: 'Print CSV with a header, safe for spreadsheets.', exclusive: ['json'] }),
    ...installFlags,
    region: Flags.string({
      summary: 'Region by id, code, country or currency, or all.',
      helpValue: '<region>',
    }),
    ...wideFlag,
  }

  async run(): Promise<readonly OrderReportRow[]> {
    const { flags } = await this.parse(CallOrdersReport)
    const project = await this.project()
    const input = { project, target: await this.target(project), store: flags.store, region: flags.region }
    const { regions, close } = await openRegions(this.context, input)
    try {
      const totals = await reportOrders(regions, flags)
      const columns =
        flags.by === 'status' ? ['status', 'currency', 'orders', 'total'] : ['currency', 'orders', 'total']
      if (flags.csv) this.context.terminal.outBytes(Buffer.from(csvTable(totals, columns)))
      else this.show(orderReport(totals, this.looks))
      if (flags.by === 'currency' && flags.status === undefined && totals.length > 0)
        this.note('Cancelled and refunded orders are included. `--by status` shows them separately.')
      return totals
    } finally {
      close()
    }
  }
}
