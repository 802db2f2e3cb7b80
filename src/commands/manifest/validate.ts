import * as Args from '@oclif/core/args'

import { AppCommand } from '../../cli.ts'
import { AppError, hasCode } from '../../errors.ts'
import { reportOfBrokenConfig, reportOfConfig, reportOfFile } from '../../tasks/manifest.ts'
import { manifestReportText, type ManifestReport } from '../../views/manifest.ts'

export default class ManifestValidate extends AppCommand<ManifestReport> {
  static override summary = 'Check if the store admin would open a panel for a manifest'

  static override description =
    "Checks an admin_manifest_json file, or the manifest that app.toml produces: render mode, URL, install scope and slots. Reports all problems together. The panel must not have the same origin as the target's store admin. Exits with 11 if there is a problem."

  static override examples = [
    '<%= config.bin %> manifest validate',
    '<%= config.bin %> manifest validate admin-manifest.json --json',
    '<%= config.bin %> manifest validate --target live',
  ]

  static override args = {
    file: Args.string({ description: 'admin_manifest_json file. Default: the manifest from app.toml.' }),
  }

  async run(): Promise<ManifestReport> {
    const { args } = await this.parse(ManifestValidate)
    const report = await this.#report(args.file)
    this.show(manifestReportText(report, this.looks))
    if (report.ok) return report
    return this.endWith(
      report,
      new AppError('manifest.rejected', 'The store admin would not open a panel for this manifest.'),
    )
  }

  async #report(file: string | undefined): Promise<ManifestReport> {
    if (file !== undefined) return reportOfFile(file, await this.#tools())
    const project = await this.project().catch((error: unknown) => reportOfBrokenConfig(error) ?? Promise.reject(error))
    return 'config' in project ? reportOfConfig(project.config, await this.#tools()) : project
  }

  async #tools() {
    return { ...this.context, adminOrigin: await this.#adminOrigin() }
  }

  /** Returns null, with a note, if no emulator runs to provide its origin. */
  async #adminOrigin(): Promise<string | null> {
    try {
      return (await this.target()).adminUrl.origin
    } catch (error) {
      if (!hasCode(error, 'emulator.not-running')) throw error
      this.note("No emulator is running, so appUrl is not compared with the store admin's origin.")
      return null
    }
  }
}
