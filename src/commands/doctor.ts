import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { AppError } from '../errors.ts'
import { examine } from '../tasks/doctor/examine.ts'
import { doctorFacts } from '../tasks/doctor/facts.ts'
import { counted } from '../views/cells.ts'
import { doctorView, type Diagnosis } from '../views/doctor.ts'

export default class Doctor extends AppCommand<Diagnosis> {
  static override summary = 'Check this machine, the project, the platform and events'

  static override description =
    'Shows how to fix each failed check. Works without a project, emulator or network. Sends no secret to an origin that you have not approved. Exits with 11 if a check fails.'

  static override writes = ['project', 'state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --fix',
    '<%= config.bin %> doctor --target live --json',
    '<%= config.bin %> doctor --bundle support.json',
  ]

  static override flags = {
    bundle: Flags.string({
      summary: 'Also write a support bundle to a new file: findings, versions and counts, without secrets or bodies.',
      helpValue: '<file>',
    }),
    fix: Flags.boolean({
      summary:
        'Apply the safe fixes: file permissions, leftovers of killed processes, a damaged journal (moved aside) and the emulator registration.',
    }),
  }

  async run(): Promise<Diagnosis> {
    const { flags } = await this.parse(Doctor)
    const facts = doctorFacts(this.context, this.targetName)
    const diagnosis = this.advised(await examine(facts, { fix: flags.fix }))
    if (flags.bundle !== undefined) {
      const { writeBundle } = await import('../tasks/doctor/bundle.ts')
      const path = await writeBundle(facts, diagnosis, flags.bundle)
      this.note(`Wrote the support bundle to ${path}. It is plain text. Read it before you share it.`)
    }
    this.show(doctorView(diagnosis, this.looks))
    if (diagnosis.counts.failed === 0) return diagnosis
    return this.endWith(
      diagnosis,
      new AppError('doctor.failed', `${counted(diagnosis.counts.failed, 'check')} failed.`),
    )
  }
}
