import * as Args from '@oclif/core/args'

import { AppCommand } from '../../command.ts'
import { AppError, hasCode } from '../../errors.ts'
import { reportOfBrokenConfig, reportOfConfig, reportOfFile } from '../../tasks/manifest.ts'
import { manifestReportText, type ManifestReport } from '../../views/manifest.ts'

export default class ManifestValidate extends AppCommand<ManifestReport> {
  static override summary = 'Say whether the store admin would open a panel for a manifest.'

  static override description =
    'Checks an admin_manifest_json in a file, or the one that app.toml makes: render mode, address, install scope and slots, all problems at once. The panel must not have the origin of the store admin, which is that of the target. Ends with 11 when there is a problem.'

  static override examples = [
    '<%= config.bin %> manifest validate',
    '<%= config.bin %> manifest validate admin-manifest.json --json',
    '<%= config.bin %> manifest validate --target live',
  ]

  static override args = {
    file: Args.string({ description: 'An admin_manifest_json; that of app.toml when left out.' }),
  }

  async run(): Promise<ManifestReport> {
    const { args } = await this.parse(ManifestValidate)
    const report = await this.#report(args.file)
    this.show(manifestReportText(report, this.looks))
    if (report.ok) return report
    return this.endWith(report, new AppError('manifest.rejected', 'The store admin opens no panel for this manifest.'))
  }

  async #report(file: string | undefined): Promise<ManifestReport> {
    if (file !== undefined) return reportOfFile(file, await this.#tools())
    const project = await this.project().catch((error: unknown) => reportOfBrokenConfig(error) ?? Promise.reject(error))
    return 'config' in project ? reportOfConfig(project.config, await this.#tools()) : project
  }

  async #tools() {
    return { ...this.context, adminOrigin: await this.#adminOrigin() }
  }

  /** Null, with a note, when no emulator runs that could tell its origin. */
  async #adminOrigin(): Promise<string | null> {
    try {
      return (await this.target()).adminUrl.origin
    } catch (error) {
      if (!hasCode(error, 'emulator.not-running')) throw error
      this.note('No emulator is running, so appUrl is not compared with the origin of the store admin.')
      return null
    }
  }
}
