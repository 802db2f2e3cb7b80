import { findBreakages, type Breakage, type ObservedTraffic } from '../../chaos/breakage.ts'
import type { ChaosPlan } from '../../chaos/chaos-plan.ts'
import { runUnderFaults } from '../../chaos/run-under-faults.ts'
import type { Context, Foreground } from '../../context.ts'
import type { Project } from '../../project/app-toml.ts'
import { runForeground } from '../emulator/run-in-platform.ts'
import { openThrowawayPlatform } from '../emulator/throwaway-platform.ts'
import { countsOf } from './counts.ts'
import type { ChaosResult } from './run-on-dev.ts'

export interface CommandRun {
  readonly project: Project
  readonly plan: ChaosPlan
  readonly foreground: Foreground
  readonly words: readonly [string, ...string[]]
  readonly stdout: 'stdout' | 'stderr'
}

/** Runs a command against a separate emulator with faults and always stops that emulator. Raises the errors of opening it, and `usage.invalid`. */
export async function runCommandUnderFaults(context: Context, run: CommandRun): Promise<ChaosResult> {
  const { project, plan, foreground, words, stdout } = run
  const { signal } = foreground
  const platform = await openThrowawayPlatform(context, { project, store: 'Demo', seed: 'small', signal })
  try {
    const { control, store, environment } = platform
    const { key: appKey } = project.config
    const { now, sleep } = context
    const {
      result: exit,
      faults,
      traffic,
    } = await runUnderFaults({ control, now, sleep }, { plan, appKey, webhookUrl: null, signal }, () => {
      const [file, ...args] = words
      return runForeground(context, foreground.run, { file, args, environment, stdout })
    })
    const failures = [...findBreakages(withoutUnanswered(traffic)), ...failed(words, exit)]
    return {
      appKey,
      store: store.code,
      faults,
      steps: null,
      command: { words, exit },
      counts: countsOf(traffic),
      failures,
      undo: null,
    }
  } finally {
    await platform.close(false)
  }
}

/** Removes the deliveries if no process listened for them: then the command is not an app, and they show nothing. */
function withoutUnanswered(traffic: ObservedTraffic): ObservedTraffic {
  return traffic.attempts.some(({ status }) => status !== null) ? traffic : { ...traffic, deliveries: [], attempts: [] }
}

function failed(words: readonly string[], exit: number): Breakage[] {
  if (exit === 0) return []
  return [{ kind: 'command-failed', count: 1, examples: [`${words.join(' ')} exited with ${exit}`] }]
}
