import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { faultKinds, faultMethods, type Fault } from '../../../control/fault.ts'
import { parseDuration } from '../../../tasks/duration.ts'
import { namedApp } from '../../../tasks/selection/apps.ts'
import { foreignText } from '../../../text/foreign-text.ts'
import { faultLine } from '../../../views/emulator/faults.ts'

export default class EmulatorFaultSet extends EmulatorCommand<Fault> {
  static override summary = "Inject a fault into the app's calls or deliveries"

  static override description =
    'The faults 402, 429, 500 and 503 return that status before any check. With `slow` (delayed response) and `reset` (aborted response), the request is carried out anyway. With `drop-exchange-response`, the code is consumed and a token is created, but the connection closes without a response. With `skip-subscription`, an install saves no subscriptions. With `partial`, some rows of a bulk write fail. Deliveries can be `late`, `duplicate` (sent twice), `out-of-order` or sent in a `burst`. With `signature-truncated` and `signature-wrong`, the signature is invalid. With `truncated`, the connection closes halfway through the body. With --percent, matches are affected at random, and the same --seed repeats the sequence. Faults are matched in the order in which they were set, and survive a restart.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> 429 --retry-after 30',
    '<%= config.bin %> <%= command.id %> 500 --path "/orders*" --method GET --times 3',
    '<%= config.bin %> <%= command.id %> slow --delay 20s --times 0',
    '<%= config.bin %> <%= command.id %> 503 --percent 20 --in-a-row 3 --times 0 --for 2m',
    '<%= config.bin %> <%= command.id %> duplicate --topic order.paid',
    '<%= config.bin %> <%= command.id %> late --delay 1s..20s --times 0',
    '<%= config.bin %> <%= command.id %> drop-exchange-response',
  ]

  static override args = {
    fault: Args.option({ options: faultKinds })({ required: true, description: 'Fault kind.' }),
  }

  static override flags = {
    path: Flags.string({
      summary: 'Path below /api/apps/v1 to match (* matches any characters).',
      helpValue: '<pattern>',
    }),
    method: Flags.option({ summary: 'HTTP method to match.', options: faultMethods })(),
    times: Flags.integer({
      summary: 'Number of requests or deliveries to affect (0: all, until cleared).',
      default: 1,
      min: 0,
      helpValue: '<n>',
    }),
    'retry-after': Flags.string({
      summary:
        'For 429 and 503: Retry-After in seconds, as an HTTP date, or date+30 for the date 30 s after the response.',
      helpValue: '<seconds|date>',
    }),
    topic: Flags.string({
      summary: 'For deliveries: topic to match (* matches any characters).',
      helpValue: '<pattern>',
    }),
    delay: Flags.string({
      summary: 'For slow, late, out-of-order and burst: a duration such as 20s, or a range such as 1s..20s.',
      helpValue: '<time>',
    }),
    percent: Flags.integer({
      summary: 'Probability in percent that a match is affected.',
      min: 1,
      max: 100,
      helpValue: '<n>',
    }),
    seed: Flags.integer({ summary: 'Random seed for --percent and --delay.', min: 0, helpValue: '<n>' }),
    'in-a-row': Flags.integer({
      summary: 'With --percent: consecutive requests or deliveries per hit.',
      min: 1,
      max: 1000,
      helpValue: '<n>',
    }),
    after: Flags.string({ summary: 'Start after this duration, such as 30s.', helpValue: '<time>' }),
    for: Flags.string({ summary: 'Stop after this duration, such as 2m.', helpValue: '<time>' }),
    to: Flags.string({
      summary: 'For signature-truncated, signature-wrong and truncated: local URL to use instead of webhook_url.',
      helpValue: '<url>',
    }),
    app: Flags.string({ summary: 'Affect only this app.', helpValue: '<key>' }),
  }

  async run(): Promise<Fault> {
    const { args, flags } = await this.parse(EmulatorFaultSet)
    const { path, method, topic, times, percent, seed, to, app } = flags
    const { after, for: span, 'retry-after': retryAfter, 'in-a-row': inARow } = flags
    const control = await this.control()
    const appKey = await namedApp({ control: () => this.control(), project: () => this.project() }, app)
    const fault = await control.setFault({
      kind: args.fault,
      times: times === 0 ? null : times,
      path,
      method,
      topic,
      retryAfter,
      ...delays(flags.delay),
      percent,
      seed,
      inARow,
      afterMs: after === undefined ? undefined : parseDuration(after),
      forMs: span === undefined ? undefined : parseDuration(span),
      to,
      appKey,
    })
    const stray = path === undefined ? null : (await import('../../../tasks/emulator/fault-path.ts')).strayPath(path)
    this.show(`Fault ${faultLine(fault, this.looks)}.`)
    if (stray !== null) this.note(foreignText(stray))
    return fault
  }
}

/** Parses `20s`, or `1s..20s` for a different delay each time. */
function delays(given: string | undefined) {
  const [least, most] = given?.split('..', 2) ?? []
  return {
    delayMs: least === undefined ? undefined : parseDuration(least),
    delayMaxMs: most === undefined ? undefined : parseDuration(most),
  }
}
