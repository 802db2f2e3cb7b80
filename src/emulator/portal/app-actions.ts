import type { Registration } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import type { ControlTools } from '../control/control-tools.ts'
import { appPage } from './app-page.ts'
import { rejectionNote, type AppPart, type Note } from './note.ts'
import { rotateSecret, save } from './parts/registration.ts'
import { publishApp, publishedWords, reviewApp, reviewedWords, suspendApp } from './parts/review.ts'
import { openTestStore, readStore } from './parts/test-stores.ts'
import { deliverAgain, sendTest } from './parts/webhooks.ts'
import { readTyped, toTyped } from './registration-fields.ts'

interface Action {
  readonly part: AppPart
  /** Report of the completed action, shown before the app's key. */
  readonly done: string | ((form: URLSearchParams) => string)
  readonly run: (tools: ControlTools, app: Registration, form: URLSearchParams) => Note | Promise<Note>
}

/** Every button of an app's page, by the last part of its form's path. */
const actions: Readonly<Record<string, Action>> = {
  save: { part: 'registration', done: 'registration changed', run: save },
  rotate: { part: 'registration', done: 'secret replaced', run: rotateSecret },
  'open-store': { part: 'test-stores', done: 'test store opened', run: openTestStore },
  'test-event': { part: 'webhooks', done: 'test event sent', run: sendTest },
  redeliver: { part: 'webhooks', done: 'event redelivered', run: deliverAgain },
  publish: { part: 'review', done: publishedWords, run: publishApp },
  review: { part: 'review', done: reviewedWords, run: reviewApp },
  suspend: { part: 'review', done: 'status changed', run: suspendApp },
}

/** Returns the action with this name, or null if no button has it. */
export function actionNamed(name: string): Action | null {
  return Object.hasOwn(actions, name) ? (actions[name] ?? null) : null
}

/** Runs an action. Returns a note for the app's page, or that page with the reason for the rejection and the typed values. */
export async function act(
  tools: ControlTools,
  { part, done, run }: Action,
  { app, form, url }: { readonly app: Registration; readonly form: URLSearchParams; readonly url: URL },
): Promise<Note | Response> {
  try {
    const words = typeof done === 'string' ? done : done(form)
    return await tools.context.step(`${words}: ${app.app_key}`, () => run(tools, app, form))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return appPage(tools.context, app, {
      tab: part,
      url,
      note: rejectionNote(part, error),
      status: 400,
      typed: form.has('redirectUris') ? readTyped(form, toTyped(app)) : undefined,
      typedStore: part === 'test-stores' ? readStore(form) : undefined,
    })
  }
}
