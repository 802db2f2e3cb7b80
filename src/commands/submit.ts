import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import type { ConsoleField } from '../project/live/console-fields.ts'
import { submitApp, submitLive, type SubmittedApp } from '../tasks/register/submit-app.ts'
import { escapeForeign } from '../text/escape.ts'
import { consoleView } from '../views/console.ts'
import { submissionView } from '../views/submission.ts'

export default class Submit extends AppCommand<SubmittedApp> {
  static override summary = 'Update the registration from app.toml and publish the app'

  static override description =
    "A public app is reviewed on its first publication, and again if a published app's panel URL or slots changed. Until approval, the app's panel opens and installs work only in the app's test stores. The command reports this first. On the live platform, you publish in the developer console. The command then prints the values that the console must have and the changes since you confirmed them. It sends nothing, and stops if a production URL points to this machine."

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> submit',
    '<%= config.bin %> submit --yes --json',
    '<%= config.bin %> submit --target live',
  ]

  static override flags = {
    yes: Flags.boolean({ char: 'y', summary: 'Allow sending a published app back to review.' }),
  }

  async run(): Promise<SubmittedApp> {
    const { flags } = await this.parse(Submit)
    const project = await this.project()
    const submitted =
      this.targetName === 'live'
        ? await submitLive(this.context, project, (fields) => this.#showConsole(project.config.key, fields))
        : await submitApp(
            this.context,
            { control: await this.control(), target: await this.target(project) },
            { project, agreed: flags.yes },
          )
    this.show(submissionView(submitted, this.looks))
    for (const { message } of submitted.warnings) this.note(escapeForeign(`Note: ${message}`))
    return submitted
  }

  /** With --json, stdout is for the document, but a question still needs the list. */
  #showConsole(key: string, fields: readonly ConsoleField[]): void {
    const text = consoleView({ app_key: key, fields }, this.looks)
    if (this.jsonEnabled() && this.context.terminal.isInteractive) this.note(text)
    else this.show(text)
  }
}
