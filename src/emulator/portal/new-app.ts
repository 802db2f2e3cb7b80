import { html } from 'hono/html'

import type { RegisterAnswer } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import { page } from '../pages/page.ts'
import { findApp } from '../platform/apps.ts'
import { register } from '../platform/register.ts'
import { copiedSecret, COPY_SCRIPT } from './copied-secret.ts'
import { bars, site } from './frame.ts'
import { rejectionWords } from './note.ts'
import { blankRegistration, inputOf, readTyped, type TypedRegistration } from './registration-fields.ts'
import { registrationFields } from './registration-form.ts'

/** Shows the form that creates an app. `refusal` is the reason why the input was rejected. */
export function newAppPage(typed: TypedRegistration = blankRegistration, refusal: string | null = null) {
  return page({
    title: 'Register an app',
    status: refusal === null ? 200 : 400,
    part: site,
    bar: bars.apps,
    body: html`<p class="lead">A new app is a draft. It can be installed only in its test stores.</p>
      ${refusal === null ? '' : html`<p class="error" role="alert">${refusal}</p>`}
      <form method="post" action="/apps/new" class="card">
        ${registrationFields(typed, { isNew: true })}
        <div class="actions"><button class="main" type="submit">Register</button></div>
      </form>`,
  })
}

/**
 * Registers the app of the form and shows the three credentials once (APP-007, APP-008). A repeated form creates
 * nothing, because its key is then in use. A key in use is rejected here, because `register` would change that app.
 */
export function registerNewApp(context: EmulatorContext, form: URLSearchParams): Promise<Response> {
  const typed = readTyped(form, blankRegistration)
  try {
    if (findApp(context, typed.appKey) !== null)
      throw new AppError('emulator.conflict', `The app ${typed.appKey} is already registered.`)
    return credentialsPage(register(context, typed.appKey, inputOf(typed, null)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return newAppPage(typed, rejectionWords(error))
  }
}

function credentialsPage({ app, secrets, warnings }: RegisterAnswer): Promise<Response> {
  return page({
    title: `${app.name} is registered`,
    part: site,
    bar: bars.apps,
    width: 'narrow',
    scripts: [COPY_SCRIPT],
    body: html`<p class="lead">These secrets are shown only once. Save them where your app’s server can read them.</p>
      <dl class="card facts">
        ${Object.entries(secrets ?? {}).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${copiedSecret(name, value)}</dd>`,
        )}
      </dl>
      ${warnings.map((line) => html`<div class="note wait"><p>${line}</p></div>`)}
      <h2>Next</h2>
      <ol>
        <li>Pass the secrets to your app’s server, for example as environment variables.</li>
        <li>
          <a href="/apps/${app.app_key}/test-stores">Open a test store</a>. A draft can be installed only in test
          stores.
        </li>
        <li>Install the app on the Plugins page of the store admin.</li>
      </ol>
      <p class="quiet">
        The CLI has no copy of these secrets. In a project with app.toml, <code>app secret rotate</code>
        creates and saves new ones.
      </p>
      <p><a class="button" href="/apps/${app.app_key}">Open app</a></p>`,
  })
}
