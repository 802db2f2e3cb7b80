import { environmentSecrets } from '../../credentials/env.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import { messageOf } from '../../errors/thrown.ts'
import { longerIfBusy } from '../../processes/busyness.ts'
import { redactSecrets } from '../../protocol/redact.ts'
import { defined } from '../../text/defined.ts'
import { mapTexts } from '../../text/map-texts.ts'
import type { CheckState, Diagnosis, ShownCheck } from '../../views/doctor.ts'
import { failed, type Check, type CheckResult } from './check.ts'
import { checks } from './checks.ts'
import type { DoctorFacts } from './facts.ts'
import { within } from './within.ts'

export interface Examination {
  /** `--fix`. */
  readonly fix: boolean
  /** Defaults to all checks. */
  readonly checks?: readonly Check[]
}

/** Timeout per check on an idle machine. All checks run in parallel. */
const CHECK_MS = 4_500

/** Runs the checks, and with `fix` applies the safe fixes. Reports a check's error as its result. */
export async function examine(
  facts: DoctorFacts,
  { fix: isFixing, checks: wanted = checks }: Examination,
): Promise<Diagnosis> {
  // An error message may quote a secret, and none may leave this function.
  const secrets = environmentSecrets(facts.context.env)
  const shown = await Promise.all(
    wanted.map(async (check) => {
      const first = await runCheck(check, facts)
      if (!isFixing || first.fix === undefined) return shownAs(check, first, null)
      const fixed = await applied(first.fix)
      return shownAs(check, fixed.isDone ? await runCheck(check, facts) : first, fixed.words)
    }),
  )
  const safe = mapTexts(shown, (text) => redactSecrets(text, secrets))
  return { target: facts.targetName, counts: countStates(safe), checks: safe }
}

function late(ms: number): CheckResult {
  return failed(`not checked: no result within ${Math.round(ms / 100) / 10} s`, { remedy: 'Run `app doctor` again.' })
}

async function runCheck(check: Check, facts: DoctorFacts): Promise<CheckResult> {
  try {
    const ms = longerIfBusy(CHECK_MS)
    return await within(ms, (async () => check.run(facts))(), () => late(ms))
  } catch (error) {
    return failedWith(error, facts.target?.name ?? facts.targetName)
  }
}

/** Returns an error as a result: an AppError has a suggestion, any other error only its message. */
function failedWith(error: unknown, targetName: string): CheckResult {
  const { code } = error as { code?: unknown }
  const advice = error instanceof AppError ? error.advice : []
  const [first] = adviceOn(targetName === 'live' ? 'live' : 'emulator', advice)
  return failed(messageOf(error), {
    // The target is added to commands in backticks.
    ...defined({ remedy: first?.replace(/^app [^`]*[^`.!?]$/, '`$&`') }),
    details: typeof code === 'string' ? { code } : {},
  })
}

async function applied(fix: NonNullable<CheckResult['fix']>): Promise<{ isDone: boolean; words: string }> {
  try {
    return { isDone: true, words: await fix() }
  } catch (error) {
    return { isDone: false, words: `check failed: ${messageOf(error)}` }
  }
}

function shownAs({ id, group, title }: Check, result: CheckResult, fixed: string | null): ShownCheck {
  const { state, found, remedy = null, details = {} } = result
  return { id, group, title, state, found, remedy, details, fixed }
}

function countStates(shown: readonly ShownCheck[]): Record<CheckState, number> {
  const count = (state: CheckState) => shown.filter((check) => check.state === state).length
  return { ok: count('ok'), warning: count('warning'), failed: count('failed'), skipped: count('skipped') }
}
