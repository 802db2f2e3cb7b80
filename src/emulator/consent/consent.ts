import { messages } from '../../catalog/errors.ts'
import type { Registration } from '../../control/contract.ts'
import { SET_UP_HEADER } from '../../control/operation.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { transaction } from '../../storage/database.ts'
import { adminFrame, type AdminFrame } from '../admin/bar.ts'
import type { EmulatorContext } from '../context.ts'
import { errorPage, redirectTo, textAnswer } from '../pages/page.ts'
import { readForm } from '../pages/read-form.ts'
import { findApp } from '../platform/apps.ts'
import { issueOneTime, useOneTime } from '../platform/one-time.ts'
import type { Session } from '../platform/sessions.ts'
import { revokeTokens } from '../platform/tokens.ts'
import { issueCode, returnAddress } from './codes.ts'
import { installProblem } from './install-problem.ts'
import { consentPage } from './page.ts'
import { checkState, readConsentRequest } from './request.ts'

/** Maximum time that a consent page may stay open. */
const FORM_LIFETIME_MS = 30 * 60_000

const part = 'store admin'
const back = { href: '/admin/plugins', text: 'Back to plugins' }

export interface ConsentVisit {
  readonly appKey: string
  readonly session: Session
  readonly request: Request
}

/** Draws the consent screen, or the page with the reason why not. No code exists before Approve (INST-055). */
export async function drawConsent(
  context: EmulatorContext,
  { appKey, session, request }: ConsentVisit,
): Promise<Response> {
  const app = findApp(context, appKey)
  if (app === null) return unknownApp(appKey)
  const { pathname, search } = new URL(request.url)
  const asked = readConsentRequest(app, search)
  const frame = adminFrame(context, session, pathname + search)
  if (!asked.ok) return asked.exact === true ? textAnswer(400, asked.message) : rejection(app, asked.message, frame)
  const problem = installProblem(context, app, session)
  if (problem !== null) return rejection(app, problem, frame)
  const formToken = issueOneTime(context, { purpose: 'consent', subject: subjectOf(session, appKey) }, FORM_LIFETIME_MS)
  const state = givenState(context, asked.state)
  // A25: only one interpretation needs this, and only if no state shows it.
  const isFromApp = asked.isFromApp && state === null && context.settings().cancelWithoutState === 'to-app'
  return consentPage(context, { app, session, state, isFromApp, formToken, here: pathname + search })
}

/** Handles Approve: issues a code and redirects the browser to the app with it (INST-041). Every error stays on the owner's screen. */
export async function approve(context: EmulatorContext, visit: ConsentVisit): Promise<Response> {
  const form = await readAnswer(visit.request)
  const { appKey, session } = visit
  const isSetUp = visit.request.headers.has(SET_UP_HEADER)
  const work = () => approveForm(context, visit, { ...form, isSetUp })
  return isSetUp ? work() : context.step(`${appKey} approved for ${session.store.code}`, work)
}

interface Approval extends ConsentAnswer {
  /** True if a setup approves and exchanges without the user asking for it, so it is not an operation to undo. */
  readonly isSetUp: boolean
}

function approveForm(context: EmulatorContext, visit: ConsentVisit, form: Approval): Response | Promise<Response> {
  return transaction(context.registry, () => {
    const checked = checkAnswer(context, visit, form)
    if (!checked.ok) return checked.response
    const { app, state, redirectUri } = checked
    const problem = permissionProblem(app, form.scopes) ?? installProblem(context, app, visit.session)
    if (problem !== null) {
      return rejection(app, problem, adminFrame(context, visit.session, `/admin/plugins/install/${app.app_key}`))
    }
    const { store, region } = visit.session
    const place = {
      appKey: app.app_key,
      storeId: store.id,
      regionId: app.install_scope === 'store' ? null : region.id,
    }
    // B15: in the other interpretation, the owner's approval revokes the old token, not the exchange.
    if (context.settings().oldTokenEnds === 'at-approve') {
      revokeTokens(context, place, { at: context.now().getTime(), because: 'reinstalled' })
    }
    const code = issueCode(context, {
      ...place,
      scopes: app.requested_scopes.filter((scope) => form.scopes.includes(scope)),
    })
    if (form.isSetUp) context.setUpCodes.add(digestSecret(code))
    return redirectTo(
      returnAddress(redirectUri, [
        ['code', code],
        ['state', state],
      ]),
    )
  })
}

/** Handles Cancel: returns to the app if it started the flow (state present), otherwise to the Plugins list (INST-042, A25). */
export async function deny(context: EmulatorContext, visit: ConsentVisit): Promise<Response> {
  const form = await readAnswer(visit.request)
  const checked = checkAnswer(context, visit, form)
  if (!checked.ok) return checked.response
  const { state, redirectUri } = checked
  if (state === null && !form.isFromApp) return redirectTo('/admin/plugins')
  return redirectTo(
    returnAddress(redirectUri, [
      ['error', 'access_denied'],
      ['state', state],
    ]),
  )
}

interface ConsentAnswer {
  readonly formToken: string
  readonly state: string | null
  readonly scopes: readonly string[]
  readonly hasRedirectUri: boolean
  readonly isFromApp: boolean
}

/** C40: in the other interpretation, an empty state counts as missing. */
function givenState(context: EmulatorContext, state: string | null): string | null {
  return state === '' && context.settings().emptyState === 'as-none' ? null : state
}

/** Reads the page's form. In a form, `+` is a space, and a literal `+` is escaped. */
async function readAnswer(request: Request): Promise<ConsentAnswer> {
  const form = await readForm(request)
  const query = new URL(request.url).searchParams
  return {
    formToken: form.get('form_token') ?? '',
    state: form.get('state'),
    scopes: form.getAll('scope'),
    hasRedirectUri: form.has('redirect_uri') || query.has('redirect_uri'),
    isFromApp: form.has('from_app'),
  }
}

type Checked =
  | { readonly ok: true; readonly app: Registration; readonly state: string | null; readonly redirectUri: string }
  | { readonly ok: false; readonly response: Response | Promise<Response> }

/** Checks shared by Approve and Cancel. The form token belongs to the page that this manager was shown for this app (T10). */
function checkAnswer(context: EmulatorContext, { appKey, session }: ConsentVisit, form: ConsentAnswer): Checked {
  const app = findApp(context, appKey)
  if (app === null) return { ok: false, response: unknownApp(appKey) }
  if (useOneTime(context, 'consent', form.formToken) !== subjectOf(session, appKey)) {
    const message = 'This form was already used or has expired. Open the install page again.'
    return { ok: false, response: errorPage({ title: 'Form expired', message, status: 403, part, back }) }
  }
  const state = checkState(form.state)
  if (!state.ok) return { ok: false, response: textAnswer(400, state.message) }
  const [redirectUri] = app.redirect_uris
  if (form.hasRedirectUri || redirectUri === undefined) {
    return { ok: false, response: textAnswer(400, messages.redirectNotRegistered) }
  }
  return { ok: true, app, state: givenState(context, state.state), redirectUri }
}

/** INST-046. */
function permissionProblem(app: Registration, approved: readonly string[]): string | null {
  const missing = app.requested_scopes.filter(
    (scope) => !app.optional_scopes.includes(scope) && !approved.includes(scope),
  )
  if (missing.length === 0) return null
  const what = missing.length === 1 ? 'A required permission was' : 'Required permissions were'
  return `${what} not approved: ${missing.join(', ')}.`
}

function subjectOf(session: Session, appKey: string): string {
  return `${session.digest} ${appKey}`
}

function unknownApp(appKey: string): Promise<Response> {
  return errorPage({ title: 'App not found', message: `No app has the key ${appKey}.`, status: 404, part, back })
}

/** With the page's frame, the owner can immediately choose another region. */
function rejection(app: Registration, message: string, frame: Partial<AdminFrame> = {}): Promise<Response> {
  return errorPage({ title: `${app.name} cannot be installed`, message, status: 400, part, back, ...frame })
}
