import { html } from 'hono/html'

import type { Registration } from '../../../control/contract.ts'
import type { CheckedBody } from '../../../control/operation.ts'
import type { apps } from '../../../control/operations/apps.ts'
import { AppError } from '../../../errors.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import { factList } from '../../pages/facts.ts'
import type { Html } from '../../pages/page.ts'
import { register } from '../../platform/register.ts'
import { rotate } from '../../platform/rotate.ts'
import { copiedSecret, COPY_SCRIPT } from '../copied-secret.ts'
import { noteOf, type Note } from '../note.ts'
import { inputOf, readTyped, toTyped, type TypedRegistration } from '../registration-fields.ts'
import { registrationFields } from '../registration-form.ts'

interface RegistrationView {
  /** Rejected form values. */
  readonly typed: TypedRegistration | undefined
  /** Whether `app dev` is running, which would overwrite saved changes. */
  readonly isManaged: boolean
}

/** Shows the registration, and the credentials as far as they can be shown. */
export function registrationPart(app: Registration, { typed = toTyped(app), isManaged }: RegistrationView): Html {
  return html`${isManaged ? managed(app, typed) : form(app, typed)}
    <div class="card">
      <h3>Credentials</h3>
      <dl class="facts">
        <dt>client_id</dt>
        <dd><code>${app.client_id}</code></dd>
        <dt>client_secret</dt>
        <dd class="quiet">shown once, when created</dd>
        <dt>webhook_signing_secret</dt>
        <dd class="quiet">${app.has_signing_secret ? 'shown once, when created' : 'not set'}</dd>
      </dl>
      <p class="quiet">A new secret is shown once. The old secret becomes invalid immediately.</p>
      <div class="row">
        ${rotateForm(app, 'client_secret', 'Rotate client secret')}
        ${rotateForm(app, 'webhook_signing_secret', 'Rotate signing secret')}
      </div>
    </div>`
}

/** Shows the values without a form, because the next save of app.toml would overwrite a change. */
function managed(app: Registration, typed: TypedRegistration): Html {
  return html`<div class="note row">
      <span class="grow"
        ><strong>Managed by app.toml.</strong> <code>app dev</code> is running and registers each change to that
        file.</span
      >
      <a class="button" href="/apps/${app.app_key}?edit=1">Edit anyway</a>
    </div>
    <div class="card">
      ${factList([
        ['Name', typed.name],
        ['Redirect URIs', html`<code class="lines-kept">${typed.redirectUris}</code>`],
        ['Webhook URL', html`<code>${typed.webhookUrl}</code>`],
        ['Topics', typed.topics.join(', ')],
        ['Scopes', typed.scopes.join(', ')],
        ['Optional scopes', typed.optionalScopes],
        ['Install scope', typed.installScope],
        ['Countries', typed.countries || 'all'],
        ['Price', typed.price],
        ['Admin manifest', typed.manifest === '' ? null : html`<code class="lines-kept">${typed.manifest}</code>`],
      ])}
    </div>`
}

function form(app: Registration, typed: TypedRegistration): Html {
  return html`<form method="post" action="/apps/${app.app_key}/save" class="card">
    ${registrationFields(typed, { isNew: false })}
    <p class="quiet">
      Countries: ${app.countries.join(', ') || 'all'}. The countries and the app key cannot be changed. In a project,
      <code>app register</code> and <code>app dev</code> replace these values with the values in app.toml.
    </p>
    <div class="actions"><button class="main" type="submit">Save</button></div>
  </form>`
}

type SecretName = CheckedBody<typeof apps.rotate>['which']

function rotateForm({ app_key: key }: Registration, which: SecretName, label: string) {
  return html`<form method="post" action="/apps/${key}/rotate">
    <input type="hidden" name="which" value="${which}" />
    <button type="submit">${label}</button>
  </form>`
}

/** Saves the registration. Key and countries never change, whatever the form sends. */
export function save({ context }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const { appKey, countries } = toTyped(app)
  const typed = { ...readTyped(form, toTyped(app)), appKey, countries }
  const { warnings } = register(context, app.app_key, inputOf(typed, app))
  return noteOf('registration', 'Saved.', warnings)
}

/** Names of the secrets in the command line. */
const words: Readonly<Record<SecretName, string>> = { client_secret: 'client', webhook_signing_secret: 'signing' }

/** Rotates a secret and shows the new one once. The app does not receive it automatically. */
export function rotateSecret({ context }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const which = form.get('which')
  if (which !== 'client_secret' && which !== 'webhook_signing_secret')
    throw new AppError('emulator.bad-request', 'Unknown secret.')
  const secret = rotate(context, app.app_key, which)
  return {
    part: 'registration',
    tone: 'wait',
    scripts: [COPY_SCRIPT],
    body: html`<p>The new ${which} is shown only once. The old secret is now invalid.</p>
      <p class="row">${copiedSecret(which, secret)}</p>
      <p>
        The CLI still has the old secret. In the project folder, run
        <code>app secret rotate ${words[which]}</code> to create and save another one. Then restart
        <code>app dev</code>.
      </p>`,
  }
}
