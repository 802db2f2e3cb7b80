import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../../command/emulator-command.ts'
import { faultKinds, faultMethods, type Fault } from '../../../control/fault.ts'
import { parseDuration } from '../../../tasks/duration.ts'
import { namedApp } from '../../../tasks/meant/apps.ts'
import { foreignText } from '../../../text/foreign-text.ts'
import { faultLine } from '../../../views/emulator/faults.ts'

export default class EmulatorFaultSet extends EmulatorCommand<Fault> {
  static override summary = 'Let something go wrong on the emulator: with calls of the app, or with deliveries to it.'

  static override description =
    '402, 429, 500 and 503 are answered before any check. slow holds the answer back, reset breaks it off in the middle: the request is carried out anyway. drop-exchange-response uses the code up, makes the token and closes the connection. skip-subscription installs without writing the subscriptions. partial lets some rows of a write of many fail. Deliveries are late, doubled, out-of-order, or come in a burst; signature-truncated and signature-wrong spoil the signature, cut-off breaks the connection in the middle of the body. With --percent a fault is left to chance, which --seed decides, so that the same happens again. Faults are matched in the order in which they were set, and survive a restart.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> 429 --retry-after 30',
    '<%= config.bin %> <%= command.id %> 500 --path "/orders*" --method GET --times 3',
    '<%= config.bin %> <%= command.id %> slow --delay 20s --times 0',
    '<%= config.bin %> <%= command.id %> 503 --percent 20 --in-a-row 3 --times 0 --for 2m',
    '<%= config.bin %> <%= command.id %> doubled --topic order.paid',
    '<%= config.bin %> <%= command.id %> late --delay 1s..20s --times 0',
    '<%= config.bin %> <%= command.id %> drop-exchange-response',
  ]

  static override args = {
    fault: Args.option({ options: faultKinds })({ required: true, description: 'What goes wrong.' }),
  }

  static override flags = {
    path: Flags.string({
      summary: 'Only these paths below /api/apps/v1; * stands for any run of characters.',
      helpValue: '<pattern>',
    }),
    method: Flags.option({ summary: 'Only this method.', options: faultMethods })(),
    times: Flags.integer({
      summary: 'How many requests or deliveries it affects; 0: all, until it is cleared.',
      default: 1,
      min: 0,
      helpValue: '<n>',
    }),
    'retry-after': Flags.string({
      summary: 'With 429 and 503: seconds, an HTTP date, or date+30 for the date 30 s after the answer.',
      helpValue: '<seconds|date>',
    }),
    topic: Flags.string({
      summary: 'With deliveries: only this topic; * stands for any run of characters.',
      helpValue: '<pattern>',
    }),
    delay: Flags.string({
      summary: 'With slow, late, out-of-order and burst: for how long, such as 20s, or from 1s..20s.',
      helpValue: '<time>',
    }),
    percent: Flags.integer({
      summary: 'The chance with which it meets what fits.',
      min: 1,
      max: 100,
      helpValue: '<n>',
    }),
    seed: Flags.integer({ summary: 'What chance and delays are drawn from.', min: 0, helpValue: '<n>' }),
    'in-a-row': Flags.integer({
      summary: 'With --percent: how many in a row it affects each time.',
      min: 1,
      max: 1000,
      helpValue: '<n>',
    }),
    after: Flags.string({ summary: 'Begins so long from now, such as 30s.', helpValue: '<time>' }),
    for: Flags.string({ summary: 'Ends by itself after so long, such as 2m.', helpValue: '<time>' }),
    to: Flags.string({
      summary: 'With a spoilt signature or cut-off: an address on this machine instead of the webhook_url.',
      helpValue: '<url>',
    }),
    app: Flags.string({ summary: 'Only what is of this app.', helpValue: '<key>' }),
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

/** `20s`, or `1s..20s` for another one each time. */
function delays(given: string | undefined) {
  const [least, most] = given?.split('..', 2) ?? []
  return {
    delayMs: least === undefined ? undefined : parseDuration(least),
    delayMaxMs: most === undefined ? undefined : parseDuration(most),
  }
}
