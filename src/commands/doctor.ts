import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { examine } from '../tasks/doctor/examine.ts'
import { doctorFacts } from '../tasks/doctor/facts.ts'
import { doctorView, type Diagnosis } from '../views/doctor.ts'

export default class Doctor extends AppCommand<Diagnosis> {
  static override summary = 'Check everything that can be wrong on this side, and say what to do about it.'

  static override description =
    'This machine, the project, the platform, and the way of events. Nothing secret is sent to an origin that nobody has agreed to. It works without a project, an emulator and a network, and ends with 11 when a check failed.'

  static override writes = ['project', 'state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --fix',
    '<%= config.bin %> doctor --target live --json',
    '<%= config.bin %> doctor --bundle support.json',
  ]

  static override flags = {
    bundle: Flags.string({
      summary: 'Also write a new file for somebody who helps you: findings, versions, counts; no secrets, no bodies.',
      helpValue: '<file>',
    }),
    fix: Flags.boolean({
      summary:
        'Fix what is safe to fix: permissions, leftovers of killed processes, a damaged journal (moved aside), the registration on the emulator.',
    }),
  }

  async run(): Promise<Diagnosis> {
    const { flags } = await this.parse(Doctor)
    const facts = doctorFacts(this.context, this.targetName)
    const diagnosis = this.advised(await examine(facts, { fix: flags.fix }))
    if (flags.bundle !== undefined) {
      const { writeBundle } = await import('../tasks/doctor/bundle.ts')
      const path = await writeBundle(facts, diagnosis, flags.bundle)
      this.note(`The support bundle is ${path}. It is text: read it before you send it to anybody.`)
    }
    this.show(doctorView(diagnosis, this.looks))
    if (diagnosis.counts.failed === 0) return diagnosis
    return this.endWith(diagnosis, new AppError('doctor.failed', `${diagnosis.counts.failed} checks failed.`))
  }
}
