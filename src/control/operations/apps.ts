import { appStatuses, registration } from '../bodies.ts'
import type { RegisterAnswer, Registration, TestEventAnswer } from '../contract.ts'
import { bool, listOf, nullable, oneOf, optional, orElse, text } from '../fields.ts'
import { member, nothing, operation, whole } from '../operation.ts'

const key = { key: text({ about: 'App key.' }) }
const app = member<Registration>('app')

/** Operations of the developer portal on an app, and the platform's review. */
export const apps = {
  apps: operation({ method: 'GET', path: '/apps', answer: member<Registration[]>('apps') }),
  app: operation({ method: 'GET', path: '/apps/{key}', params: key, answer: app }),
  /** The last approved manifest, which live stores have while a change is not published. */
  approvedManifest: operation({
    method: 'GET',
    path: '/apps/{key}/approved-manifest',
    params: key,
    answer: member<string | null>('manifest'),
  }),
  /** Creates or changes an app; the response has the secrets only on creation. */
  register: operation({
    method: 'PUT',
    path: '/apps/{key}',
    params: key,
    body: registration,
    refusedAs: 'emulator.bad-registration',
    step: '{key} registered',
    answer: whole<RegisterAnswer>(),
  }),
  /** Sets the URL of the running inspector, so that the admin can link to an event in it. */
  setInspector: operation({
    method: 'PUT',
    path: '/apps/{key}/inspector',
    params: key,
    body: {
      origin: nullable(
        text({ about: 'Inspector origin on this machine, without a token. null for no inspector.', max: 100 }),
      ),
    },
    step: null,
    answer: nothing,
  }),
  /** Returns whether a secret that is stored elsewhere is the app's: a loaded snapshot may have another one. */
  checkSecret: operation({
    method: 'POST',
    path: '/apps/{key}/check-secret',
    params: key,
    body: {
      which: oneOf(['client_secret', 'webhook_signing_secret'], 'Secret to compare.'),
      digest: text({ about: 'SHA-256 of the secret in hex.', max: 64 }),
    },
    step: null,
    answer: member<boolean>('current'),
  }),
  rotate: operation({
    method: 'POST',
    path: '/apps/{key}/rotate',
    params: key,
    body: { which: oneOf(['client_secret', 'webhook_signing_secret'], 'Secret to replace.') },
    step: '{which} of {key} replaced',
    answer: member<string>('secret'),
  }),
  /** Publishes to all stores after a review, or to the developer's own stores immediately (A18). Publishing again sends a changed panel to review. */
  publish: operation({
    method: 'POST',
    path: '/apps/{key}/publish',
    params: key,
    body: { audience: orElse(oneOf(['public', 'own-stores'], 'Audience.'), 'public') },
    step: {
      by: 'audience',
      words: { public: '{key} sent to review', 'own-stores': "{key} published to the developer's own stores" },
    },
    answer: app,
  }),
  review: operation({
    method: 'POST',
    path: '/apps/{key}/review',
    params: key,
    body: { approved: bool('Review verdict. true approves the app.') },
    step: { by: 'approved', words: { true: '{key} approved by review', false: '{key} rejected by review' } },
    answer: app,
  }),
  /** Sets the status directly, without publishing or review. */
  setStatus: operation({
    method: 'POST',
    path: '/apps/{key}/status',
    params: key,
    body: { status: oneOf(appStatuses, 'New status.') },
    step: 'status of {key} set to {status}',
    answer: app,
  }),
  /** Sets the countries directly, although APP-002 fixes them; an empty list makes the app global. */
  setCountries: operation({
    method: 'POST',
    path: '/apps/{key}/countries',
    params: key,
    body: {
      countries: listOf(text({ about: 'Two-letter country code (ISO 3166-1).' }), {
        about: 'Two-letter country codes.',
      }),
    },
    step: 'countries of {key} changed',
    answer: app,
  }),
  /** B54. */
  addTestStore: operation({
    method: 'POST',
    path: '/apps/{key}/test-stores',
    params: key,
    body: { code: text({ about: 'Store code.' }) },
    step: '{code} added as a test store of {key}',
    answer: app,
  }),
  /** EVT-001 to EVT-005. */
  testEvent: operation({
    method: 'POST',
    path: '/apps/{key}/test-event',
    params: key,
    body: {
      topic: text({ about: 'Event topic.' }),
      storeCode: optional(text({ about: "Test store code. Default: the app's first test store." })),
    },
    step: null,
    answer: whole<TestEventAnswer>(),
  }),
}
