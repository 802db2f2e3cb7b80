import { html } from 'hono/html'

import type { Registration } from '../../../control/contract.ts'
import type { CheckedBody } from '../../../control/operation.ts'
import type { apps } from '../../../control/operations/apps.ts'
import { AppError } from '../../../errors.ts'
import type { ControlTools } from '../../control/control-tools.ts'
import type { Html } from '../../pages/page.ts'
import { register } from '../../platform/register.ts'
import { rotate } from '../../platform/rotate.ts'
import { copiedSecret, COPY_SCRIPT } from '../copied-secret.ts'
import { noteOf, type Note } from '../note.ts'
import { inputOf, readTyped, typedOf, type TypedRegistration } from '../registration-fields.ts'
import { registrationFields } from '../registration-form.ts'

/** What is registered, to be changed; and the credentials, as far as they can be shown. */
export function registrationPart(app: Registration, typed: TypedRegistration = typedOf(app)): Html {
  return html`<form method="post" action="/apps/${app.app_key}/save#registration" class="card">
      ${registrationFields(typed, { isNew: false })}
      <p class="quiet">
        Countries: ${app.countries.join(', ') || 'all, it is a global app'}. They and the key were chosen when the app
        was made.
      </p>
      <div class="actions"><button class="main" type="submit">Save</button></div>
    </form>
    <div class="card">
      <h3>Credentials</h3>
      <dl class="facts">
        <dt>client_id</dt>
        <dd><code>${app.client_id}</code></dd>
        <dt>client_secret</dt>
        <dd class="quiet">shown when it is made</dd>
        <dt>webhook_signing_secret</dt>
        <dd class="quiet">${app.has_signing_secret ? 'shown when it is made' : 'there is none'}</dd>
      </dl>
      <p class="quiet">
        A new secret is shown once, and the old one is invalid at once: the two never work at the same time.
      </p>
      <div class="row">
        ${rotateForm(app, 'client_secret', 'Rotate client secret')}
        ${rotateForm(app, 'webhook_signing_secret', 'Rotate signing secret')}
      </div>
    </div>`
}

type SecretName = CheckedBody<typeof apps.rotate>['which']

function rotateForm({ app_key: key }: Registration, which: SecretName, label: string) {
  return html`<form method="post" action="/apps/${key}/rotate#registration">
    <input type="hidden" name="which" value="${which}" />
    <button type="submit">${label}</button>
  </form>`
}

/** Save. Key and countries stay, whatever a form says. */
export function save({ world }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const { appKey, countries } = typedOf(app)
  const typed = { ...readTyped(form, typedOf(app)), appKey, countries }
  const { warnings } = register(world, app.app_key, inputOf(typed, app))
  return noteOf('registration', 'Saved.', warnings)
}

/** What the command line calls them. */
const words: Readonly<Record<SecretName, string>> = { client_secret: 'client', webhook_signing_secret: 'signing' }

/** A new secret, shown this once; it reaches no other place by itself. */
export function rotateSecret({ world }: ControlTools, app: Registration, form: URLSearchParams): Note {
  const which = form.get('which')
  if (which !== 'client_secret' && which !== 'webhook_signing_secret')
    throw new AppError('emulator.bad-request', 'There is no such secret.')
  const secret = rotate(world, app.app_key, which)
  return {
    part: 'registration',
    tone: 'wait',
    scripts: [COPY_SCRIPT],
    body: html`<p>The new ${which}, shown this one time; the old one is invalid now.</p>
      <p class="row">${copiedSecret(which, secret)}</p>
      <p>
        The command line still has the old one. In the project folder,
        <code>app secret rotate ${words[which]}</code> makes one more and keeps it; then start
        <code>app dev</code> again.
      </p>`,
  }
}
