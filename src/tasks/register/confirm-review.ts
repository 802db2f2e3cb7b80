import type { Context } from '../../context.ts'
import type { Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import { returnsToReview, type PanelChange } from './returns-to-review.ts'

const MEANWHILE = 'until approval, panels and installs work only in its test stores'

export interface SaveFacts extends PanelChange {
  /** `--yes`. */
  readonly agreed: boolean
}

/**
 * Asks before a save returns a published app with a changed panel to review, if saving is enough for that (the setting reviewBegins). Its panels are
 * unavailable during the review (APP-026, APP-027, A17). Raises `usage.missing` if no user can be asked, `cli.interrupted` if the user declines.
 */
export async function confirmSave(
  context: Context,
  control: ControlClient,
  { before, input, agreed }: SaveFacts,
): Promise<void> {
  if (!(await returnsToReview(control, { before, input }))) return
  if ((await control.settings()).settings['reviewBegins'] !== 'on-save') return
  const message = `The panel address or the slots of this published app change. The app returns to review: ${MEANWHILE}.`
  await confirm(context, { message, question: 'Update the registration?', agreed })
}

/** Asks the same for a saved change that is published now (APP-035). Raises the errors of `confirmSave`. */
export async function confirmPublish(
  context: Context,
  { app, agreed }: { readonly app: Registration; readonly agreed: boolean },
): Promise<void> {
  if (!app.has_unpublished_change) return
  const message = `The panel address or the slots of this published app were changed. Publishing returns the app to review: ${MEANWHILE}.`
  await confirm(context, { message, question: 'Publish the app?', agreed })
}

/** Asks the same for a change that is saved and published in one step. Returns whether the app returns to review. Raises the errors of `confirmSave`. */
export async function confirmSubmit(
  context: Context,
  control: ControlClient,
  { before, input, agreed }: SaveFacts,
): Promise<boolean> {
  if (!(await returnsToReview(control, { before, input }))) return false
  const isSame = panelChanges(before.admin_manifest_json, input.admin_manifest_json).length === 0
  const message = `The panel address or the slots of this published app ${isSame ? 'were changed' : 'change'}. The app returns to review: ${MEANWHILE}.`
  await confirm(context, { message, question: 'Submit the app?', agreed })
  return true
}

interface Question {
  readonly message: string
  readonly question: string
  readonly agreed: boolean
}

async function confirm({ terminal }: Context, { message, question, agreed }: Question): Promise<void> {
  if (agreed) return terminal.note(message)
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `${message} Nothing was changed.`, { suggestions: ['To confirm, add --yes.'] })
  }
  if (await terminal.ask.confirm({ message: `${message} ${question}`, default: false, flag: '--yes' })) return
  throw new AppError('cli.interrupted', 'Nothing was changed.')
}
