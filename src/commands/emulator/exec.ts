import { resolve } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { atDashes, typedCommand } from '../../command/at-dashes.ts'
import { EmulatorCommand } from '../../command/emulator-command.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { readSeedFile } from '../../control/seed/seed-file.ts'
import { seedNames } from '../../control/seed/seed-names.ts'
import { followPort } from '../../dev/installs/redirect-address.ts'
import { atPort } from '../../dev/ports/project-port.ts'
import { AppError } from '../../errors.ts'
import { freePort } from '../../http/free-port.ts'
import { isListening } from '../../http/listening.ts'
import type { Project } from '../../project/app-toml.ts'
import { runInPlatform, type Executed } from '../../tasks/emulator/run-in-platform.ts'
import { openThrowawayPlatform } from '../../tasks/emulator/throwaway-platform.ts'
import { escapeForeign } from '../../text/escape.ts'

const ADVICE = `Seeds: ${seedNames.join(', ')}, or a JSON file as of app emulator seed.`

export default class EmulatorExec extends EmulatorCommand<Executed> {
  static override summary = 'Run a command, such as your tests, against a fresh emulator that only it uses.'

  static override description =
    "A fresh emulator on free ports, the app of this project registered and installed into a new test store. The command gets the environment of the app's own process (`app env`), and SVCAPP_TARGET, SVCAPP_TOKEN, SVCAPP_STORE_ID, SVCAPP_STORE_CODE, SVCAPP_REGION_ID, SVCAPP_REGION_IDS and SVCAPP_HOME, so that `app` inside it means this emulator. The command is not run by a shell. It ends with the exit code of the command; nothing is left behind."

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
      summary: 'What is in the test store: none, small, demo, large, or a JSON file as of `app emulator seed`.',
      helpValue: '<name|file>',
    }),
    store: Flags.string({ summary: 'Name of the test store.', default: 'Demo', helpValue: '<name>' }),
    keep: Flags.boolean({ summary: "Leave the emulator's folder behind, and say where it is." }),
  }

  async run(): Promise<Executed> {
    const [own, given] = atDashes(this.argv)
    const { argv, flags } = await this.parse(EmulatorExec, own)
    const [file, ...args] = typedCommand(argv, given)
    if (file === undefined) {
      throw new AppError('usage.missing', 'There is no command to run.', {
        suggestions: ['app emulator exec -- npm test'],
      })
    }
    const project = await atFreePort(await this.project())
    const { signal, run } = this.context.foreground()
    const { store, keep } = flags
    const seed =
      seedNames.find((name) => name === flags.seed) ?? readSeedFile(resolve(this.context.cwd, flags.seed), [ADVICE])
    const platform = await openThrowawayPlatform(this.context, { project, store, seed, signal })
    const stdout = this.jsonEnabled() ? 'stderr' : 'stdout'
    const executed = await runInPlatform(this.context, { platform, run, command: { file, args, stdout }, keep })
    if (keep) this.note(`The emulator's folder is ${executed.home}: SVCAPP_HOME=${executed.home} app emulator start`)
    if (executed.exit === 0) return executed
    if (this.jsonEnabled()) this.context.terminal.out(escapeForeign(JSON.stringify(executed)))
    throw new ReportedError(executed.exit, new Error(`The command ended with ${executed.exit}.`))
  }
}

/** The project, with another port for the app if a program listens on `dev.port`: it would receive the events of this emulator, and reject them. */
async function atFreePort(project: Project): Promise<Project> {
  if (!(await isListening(project.config.dev.port))) return project
  return followPort(atPort(project, await freePort())).project
}
