import Doctor from '../../../src/commands/doctor.ts'
import type { Check } from '../../../src/tasks/doctor/check.ts'
import { examine } from '../../../src/tasks/doctor/examine.ts'
import { doctorFacts } from '../../../src/tasks/doctor/facts.ts'
import type { Diagnosis, ShownCheck } from '../../../src/views/doctor.ts'
import { runCommand } from '../../support/command/command.ts'
import type { makeContext } from '../../support/context.ts'

/** `app doctor --json`: its exit, the document, and each check by its id. */
export async function diagnose(context: ReturnType<typeof makeContext>, ...argv: string[]) {
  const before = context.captured.stdout().length
  const { exit } = await runCommand(Doctor, ['--json', ...argv], context)
  const document = JSON.parse(context.captured.stdout().slice(before)) as Diagnosis
  return { exit, document, of: (id: string) => found(document.checks, id) }
}

/** One check alone, with what it is made of. */
export async function runCheck(context: ReturnType<typeof makeContext>, check: Check): Promise<ShownCheck> {
  const { checks } = await examine(doctorFacts(context, 'emulator'), { fix: false, checks: [check] })
  return found(checks, check.id)
}

function found(checks: readonly ShownCheck[], id: string): ShownCheck {
  const check = checks.find((one) => one.id === id)
  if (check === undefined) throw new Error(`There is no check ${id}.`)
  return check
}
