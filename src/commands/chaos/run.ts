import * as Flags from '@oclif/core/flags'

import { chaosPlan, type ChaosPlan } from '../../chaos/chaos-plan.ts'
import type { ChaosReport } from '../../chaos/report.ts'
import { AppCommand } from '../../cli.ts'
import { splitAtDashes, typedCommand } from '../../cli/typed-command.ts'
import { AppError } from '../../errors.ts'
import { readLength, readSeed } from '../../tasks/chaos/read-run.ts'
import { plainWord } from '../../text/shell.ts'
import { counted } from '../../views/cells.ts'
import { chaosView } from '../../views/chaos/run.ts'

export default class ChaosRun extends AppCommand<ChaosReport> {
  static override summary = 'Inject faults while orders are placed, and report failures'

  static override description =
    'If `app dev` is running, places, pays, ships and cancels orders in its store while API calls fail or are slow. Deliveries are late, duplicated, out of order or interrupted, arrive in bursts or have invalid signatures. With a command after --, the command runs against a separate emulator under the same faults. The seed alone decides what happens and when. After the run, the faults are cleared, but the orders remain. To undo them, run the `app emulator rewind` command in the output (at most the last 200 operations). Exits with 11 after a failure. Failures are lost or abandoned events, accepted invalid signatures, platform writes repeated for the same event, 5xx and slow responses, app exits and rejected calls.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> --seed 42',
    '<%= config.bin %> <%= command.id %> --seed 42 --for 20s --json',
    '<%= config.bin %> <%= command.id %> --seed 42 -- npm test',
  ]

  static override strict = false

  static override usage = 'chaos run [--seed <n>] [--for <time>] [--json] [-- COMMAND]'

  static override rejectedOnLive = { '': 'Faults are never injected into the live platform.' }

  static override flags = {
    seed: Flags.string({
      summary: 'Random seed. Default: a new seed, which is printed.',
      helpValue: '<n>',
    }),
    for: Flags.string({ summary: 'Duration, from 1s to 10m.', default: '60s', helpValue: '<time>' }),
  }

  async run(): Promise<ChaosReport> {
    const [own, given] = splitAtDashes(this.argv)
    const { argv, flags } = await this.parse(ChaosRun, own)
    const words = typedCommand(argv, given)
    const seed = readSeed(flags.seed, this.context.randomBytes)
    const plan = chaosPlan({ seed, forMs: readLength(flags.for) })
    this.note(`Seed ${seed}: ${counted(plan.faults.length, 'fault')} in ${flags.for}.`)
    const done = await this.#work(plan, words)
    const typed = words.length === 0 ? '' : ` -- ${words.map((word) => plainWord(word)).join(' ')}`
    const report = {
      seed,
      forMs: plan.forMs,
      ...done,
      rerun: `app chaos run --seed ${seed} --for ${flags.for}${typed}`,
    }
    this.show(chaosView(report, this.looks))
    if (report.failures.length === 0) return report
    const broken = report.failures.map(({ kind }) => kind).join(', ')
    return this.endWith(report, new AppError('chaos.failed', `Failed under faults: ${broken}.`))
  }

  async #work(plan: ChaosPlan, [file, ...args]: readonly string[]) {
    const project = await this.project()
    if (file !== undefined) {
      const { runCommandUnderFaults } = await import('../../tasks/chaos/run-command.ts')
      const stdout = this.jsonEnabled() ? 'stderr' : 'stdout'
      const foreground = this.context.foreground()
      return runCommandUnderFaults(this.context, { project, plan, foreground, words: [file, ...args], stdout })
    }
    const [{ findRunningApp }, { runOnDev }] = await Promise.all([
      import('../../tasks/chaos/running-app.ts'),
      import('../../tasks/chaos/run-on-dev.ts'),
    ])
    const app = await findRunningApp(this.context, project, () => this.control())
    const control = await this.control()
    return runOnDev(this.context, { control, plan, app, dir: project.dir, note: (text) => this.note(text) })
  }
}
