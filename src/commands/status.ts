import { basename } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { isHeldElsewhere } from '../dev/live/console.ts'
import { runningSession } from '../dev/lock.ts'
import { AppError } from '../errors.ts'
import { liveNotes } from '../tasks/live/live-console.ts'
import { otherBaseUrl } from '../tasks/live/other-base-url.ts'
import { readAppReport, readLiveAppReport, registrationList } from '../tasks/register/app-report.ts'
import { appReportView, type AppReport } from '../views/submission.ts'

export default class Status extends AppCommand<AppReport> {
  static override summary = "Show the app's status and what `app submit` would change"

  static override description =
    'The app is draft, in review, published or suspended. With --json, its status is D (draft), P (in review), published or X (suspended). On the live platform, only the developer console has the status, so it is null. The command then lists the values that the console must have, and the changes since you confirmed them on this machine.'

  static override examples = [
    '<%= config.bin %> status',
    '<%= config.bin %> status --json',
    '<%= config.bin %> status --check',
  ]

  static override flags = {
    check: Flags.boolean({ summary: 'Exit with 11 if `app submit` would change something. For CI.' }),
  }

  async run(): Promise<AppReport> {
    const { flags } = await this.parse(Status)
    const project = await this.project()
    const { paths } = this.context
    const isLive = this.targetName === 'live'
    if (!isLive && project.config.live?.clientId != null)
      this.note('This is the status on the emulator. For the live platform, run `app status --target live`.')
    const other = isLive ? await otherBaseUrl(this.context) : null
    const isTypo = other !== null
    if (isTypo) this.note(other)
    const found = isLive
      ? readLiveAppReport(this.context, project)
      : await readAppReport(await this.control(), project, runningSession({ paths, dir: project.dir }) !== null)
    const status = { ...found, ...(isTypo && UNKNOWN), registrations: registrationList(project) }
    const isElsewhere = isLive && isHeldElsewhere(liveNotes(this.context, project), project.config)
    this.show(appReportView({ ...status, isElsewhere }, this.looks))
    const failure = flags.check ? notReleased(status, basename(project.file), isTypo) : null
    if (failure === null) return status
    // The text is already on the screen, and the error explains why the command fails.
    if (!this.jsonEnabled()) throw failure
    return this.endWith(status, failure)
  }
}

/** The console's values are unknown while base_url may contain a typo. */
const UNKNOWN = { console: null, returnsToReview: null }

/** A field that `app dev` set is not a difference: `app dev` restores it when it exits. */
function notReleased(
  { differs, setByAppDev: held, has_unpublished_change: isSaved }: AppReport,
  file: string,
  isTypo: boolean,
): AppError | null {
  if (differs === null) {
    return new AppError('status.differs', 'No developer console values were confirmed on this machine.', {
      suggestions: [isTypo ? `Correct base_url in ${file}.` : 'app register --target live'],
    })
  }
  const fields = differs.filter((field) => held?.includes(field) !== true)
  const what = [...fields, ...(isSaved === true ? ['an unpublished panel change'] : [])]
  if (what.length === 0) return null
  return new AppError('status.differs', `${file} and the registration differ: ${what.join(', ')}.`, {
    suggestions: [{ emulator: 'app submit', live: 'app submit --target live' }],
  })
}
