import * as Args from '@oclif/core/args'
import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { faultKinds, faultMethods, type Fault } from '../../../control/fault.ts'
import { parseDuration } from '../../../tasks/duration.ts'
import { namedApp } from '../../../tasks/meant/apps.ts'
import { faultLine } from '../../../views/emulator/faults.ts'

export default class EmulatorFaultSet extends AppCommand<Fault> {
  static override summary = 'Let something go wrong on the emulator: an answer, a delay, a broken connection.'

  static override description =
    '402, 429, 500 and 503 are answered before any check. slow holds the answer back, reset breaks it off in the middle: the request is carried out all the same. drop-exchange-answer uses the code up, makes the token and closes the connection. skip-subscription installs without writing the subscriptions. Faults are matched in the order in which they were set, and survive a restart.'

  static override examples = [
    '<%= config.bin %> <%= command.id %> 429 --retry-after 30',
    '<%= config.bin %> <%= command.id %> 500 --path "/orders*" --method GET --times 3',
    '<%= config.bin %> <%= command.id %> slow --delay 20s --times 0',
    '<%= config.bin %> <%= command.id %> drop-exchange-answer',
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
      summary: 'How many requests it affects; 0: all, until it is cleared.',
      default: 1,
      min: 0,
      helpValue: '<n>',
    }),
    'retry-after': Flags.string({
      summary: 'With 429 and 503: seconds, an HTTP date, or date+30 for the date 30 s after the answer.',
      helpValue: '<seconds|date>',
    }),
    delay: Flags.string({ summary: 'With slow: for how long, such as 20s. 5s when left out.', helpValue: '<time>' }),
    app: Flags.string({ summary: 'Only requests of this app.', helpValue: '<key>' }),
  }

  async run(): Promise<Fault> {
    const { args, flags } = await this.parse(EmulatorFaultSet)
    const { path, method, times, delay, app, 'retry-after': retryAfter } = flags
    const delayMs = delay === undefined ? undefined : parseDuration(delay)
    const control = await this.control()
    const appKey = await namedApp({ control: () => this.control(), project: () => this.project() }, app)
    const fault = await control.setFault({
      kind: args.fault,
      times: times === 0 ? null : times,
      path,
      method,
      retryAfter,
      delayMs,
      appKey,
    })
    this.show(`Fault ${faultLine(fault)}.`)
    return fault
  }
}
