import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { localSettings, type ConsoleField } from '../../project/live/console-fields.ts'
import type { Warning } from '../../project/registration-warnings.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import type { Submission } from '../../views/submission.ts'
import { confirmEntered, liveConsole, liveIncomplete } from '../live/live-console.ts'
import { confirmSubmit } from './confirm-review.ts'
import { planRegistration, saveRegistration, type RegisterTools } from './register-app.ts'

/** The app's status, with warnings about silent deviations in its registration. */
export interface SubmittedApp extends Submission {
  readonly warnings: readonly Warning[]
}

/**
 * Updates the registration on the emulator from app.toml and publishes it: for review the first time
 * (APP-024) and after a changed panel (APP-035). Asks before anything is sent. Raises `usage.missing` if no
 * user can agree, `emulator.conflict` for a suspended app, and the errors of `registerApp`.
 */
export async function submitApp(
  context: Context,
  tools: RegisterTools,
  { project, agreed }: { readonly project: Project; readonly agreed: boolean },
): Promise<SubmittedApp> {
  const planned = await planRegistration(context, tools, { project, webhookUrl: undefined })
  const { before, input } = planned
  const { key } = project.config
  if (before?.status === 'X') throw new AppError('emulator.conflict', `${key} is suspended. Nothing was sent.`)
  if (before !== null) await confirmSubmit(context, tools.control, { before, input, agreed })
  const { created, warnings } = await saveRegistration(context, tools, { ...planned, reveal: false })
  const { status, listed } = await tools.control.publish({ key, audience: 'public' })
  return {
    target: 'emulator',
    app_key: key,
    status,
    listed,
    created,
    returnedToReview: status === 'P' && before?.status === 'published' && before.listed,
    console: null,
    next: status === 'P' ? ['app emulator app review approve', 'app emulator app review reject'] : ['app status'],
    warnings,
  }
}

/**
 * Lists the values to enter in the live platform's developer console before publishing there, which no documented API
 * does. Sends nothing. Raises `project.live-incomplete` if a production URL is on this machine.
 */
export async function submitLive(
  context: Context,
  project: Project,
  show: (fields: readonly ConsoleField[]) => void,
): Promise<SubmittedApp> {
  const { file, config } = project
  const found = liveConsole(context, project, { origin: null })
  const local = [
    ...localSettings(found.registration),
    ...(isPlainLoopback(config.redirectUris[0] ?? '') ? ['redirect_uris'] : []),
  ]
  if (local.length > 0) throw liveIncomplete({ file, live: [], local }, [])
  show(found.fields)
  const isEntered = await confirmEntered(context, found, 'Entered and saved in the console?')
  return {
    target: 'live',
    app_key: config.key,
    status: null,
    listed: null,
    created: false,
    returnedToReview: false,
    console: found.fields,
    next: [
      ...(isEntered && context.terminal.isInteractive
        ? []
        : ['Enter the fields above in the developer console and save them.']),
      'Publish the app there. The first publication and each change of appUrl or slots need a review.',
    ],
    warnings: [],
  }
}
