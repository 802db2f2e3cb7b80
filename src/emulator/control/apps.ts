import type { apps } from '../../control/operations/apps.ts'
import { sendTestEvent } from '../deliveries/test-event.ts'
import { getApp, listApps } from '../platform/apps.ts'
import { setInspector } from '../platform/inspectors.ts'
import { addTestStore, publish, review, setCountries, setStatus } from '../platform/lifecycle.ts'
import { approvedManifest } from '../platform/live-version.ts'
import { register } from '../platform/register.ts'
import { checkSecret, rotate } from '../platform/rotate.ts'
import type { ControlHandlersFor } from './handler.ts'

export const appHandlers: ControlHandlersFor<typeof apps> = {
  apps: ({ context }) => listApps(context),
  app: ({ context }, { key }) => getApp(context, key),
  approvedManifest: ({ context }, { key }) => approvedManifest(context, getApp(context, key)),
  register: ({ context }, input) => register(context, input.key, input),
  setInspector: ({ context }, { key, origin }) => setInspector(context, key, origin),
  checkSecret: ({ context }, { key, which, digest }) => checkSecret(context, getApp(context, key), { which, digest }),
  rotate: ({ context }, { key, which }) => rotate(context, key, which),
  publish: ({ context }, { key, audience }) => publish(context, key, audience),
  review: ({ context }, { key, approved }) => review(context, key, approved),
  setStatus: ({ context }, { key, status }) => setStatus(context, key, status),
  setCountries: ({ context }, { key, countries }) => setCountries(context, key, countries),
  addTestStore: ({ context }, { key, code }) => addTestStore(context, key, code),
  testEvent: ({ context }, { key, topic, storeCode }) =>
    sendTestEvent(context, { appKey: getApp(context, key).app_key, topic, storeCode }),
}
