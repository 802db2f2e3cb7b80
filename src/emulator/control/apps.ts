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
  apps: ({ world }) => listApps(world),
  app: ({ world }, { key }) => getApp(world, key),
  approvedManifest: ({ world }, { key }) => approvedManifest(world, getApp(world, key)),
  register: ({ world }, input) => register(world, input.key, input),
  setInspector: ({ world }, { key, origin }) => setInspector(world, key, origin),
  checkSecret: ({ world }, { key, which, digest }) => checkSecret(world, getApp(world, key), { which, digest }),
  rotate: ({ world }, { key, which }) => rotate(world, key, which),
  publish: ({ world }, { key, audience }) => publish(world, key, audience),
  review: ({ world }, { key, approved }) => review(world, key, approved),
  setStatus: ({ world }, { key, status }) => setStatus(world, key, status),
  setCountries: ({ world }, { key, countries }) => setCountries(world, key, countries),
  addTestStore: ({ world }, { key, code }) => addTestStore(world, key, code),
  testEvent: ({ world }, { key, topic, storeCode }) =>
    sendTestEvent(world, { appKey: getApp(world, key).app_key, topic, storeCode }),
}
