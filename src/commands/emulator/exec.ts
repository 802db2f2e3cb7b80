import { resolve } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { ReportedError } from '../../cli/reported-error.ts'
import { splitAtDashes, typedCommand } from '../../cli/typed-command.ts'
import { readSeedFile } from '../../control/seed/seed-file.ts'
import { seedNames } from '../../control/seed/seed-names.ts'
import { AppError } from '../../errors.ts'
import { runInPlatform, type Executed } from '../../tasks/emulator/run-in-platform.ts'
import { openThrowawayPlatform } from '../../tasks/emulator/throwaway-platform.ts'
import { escapeForeign } from '../../text/escape.ts'

const ADVICE = `Seeds: ${seedNames.join(', ')}, or a JSON file for \`app emulator seed\`.`

export default class EmulatorExec extends EmulatorCommand<Executed> {
  static override summary = 'Run a command, such as your tests, with a fresh emulator'

  static override description =
    "Starts a fresh emulator on free ports, registers this project's app and installs it in a new test store. The command gets the app's environment (see `app env`) and SVCAPP_TARGET, SVCAPP_TOKEN, SVCAPP_STORE_ID, SVCAPP_STORE_CODE, SVCAPP_REGION_ID, SVCAPP_REGION_IDS and SVCAPP_HOME, so that `app` inside the command uses this emulator. The command runs without a shell. `exec` exits with the command's exit code and deletes the emulator."

  // The command that it runs can change any file.
  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> -- npm test',
    '<%= config.bin %> <%= command.id %> --seed none --store "Empty store" -- node --test',
    '<%= config.bin %> <%= command.id %> --seed seed.json -- npm test',
    '<%= config.bin %> <%= command.id %> --keep -- npm test',
  ]

  static override strict = false

  static override usage = `emulator exec [--seed ${seedNames.join('|')}|<file>] [--store <name>] [--keep] [--json] [--target emulator|live] -- COMMAND`

  static override flags = {
    seed: Flags.string({
      default: 'small',
      summary: 'Test store contents: none, small, demo, large, or a JSON file as for `app emulator seed`.',
      helpValue: '<name|file>',
    }),
    store: Flags.string({ summary: 'Name of the test store.', default: 'Demo', helpValue: '<name>' }),
    keep: Flags.boolean({ summary: "Keep the emulator's folder and print its path." }),
  }

  async run(): Promise<Executed> {
    const [own, given] = splitAtDashes(this.argv)
    const { argv, flags } = await this.parse(EmulatorExec, own)
    const [file, ...args] = typedCommand(argv, given)
    if (file === undefined) {
      throw new AppError('usage.missing', 'No command to run.', {
        suggestions: ['app emulator exec -- npm test'],
      })
    }
    const project = await this.project()
    const { signal, run } = this.context.foreground()
    const { store, keep } = flags
    const seed =
      seedNames.find((name) => name === flags.seed) ?? readSeedFile(resolve(this.context.cwd, flags.seed), [ADVICE])
    const platform = await openThrowawayPlatform(this.context, { project, store, seed, signal })
    const stdout = this.jsonEnabled() ? 'stderr' : 'stdout'
    const executed = await runInPlatform(this.context, { platform, run, command: { file, args, stdout }, keep })
    if (keep)
      this.note(
        `Kept the emulator's folder. To start the emulator again: SVCAPP_HOME=${executed.home} app emulator start`,
      )
    if (executed.exit === 0) return executed
    if (this.jsonEnabled()) this.context.terminal.out(escapeForeign(JSON.stringify(executed)))
    throw new ReportedError(executed.exit, new Error(`The command exited with ${executed.exit}.`))
  }
}
