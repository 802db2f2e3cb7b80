import { readRunFile } from '../../control/run-file.ts'
import { runningSession } from '../../dev/lock.ts'
import { nullFor } from '../../errors.ts'
import { describeRunning } from '../../tasks/dev/running-dev.ts'
import { readAppReport, readLiveAppReport } from '../../tasks/register/app-report.ts'
import { createPlaceholders } from '../answer/placeholders.ts'
import { tool, type ToolCall } from '../tool.ts'

/** Shows the state of the app, of `app dev` and of the emulator. */
export const status = tool({
  name: 'status',
  about:
    "Show the app's status on the platform: D (draft), P (in review), published or X (suspended). Shows differences between app.toml and the registration, where `app dev` is running, the emulator's clock, queue and faults, and the installs. `{1}` refers to an item in `untrusted`. Start here.",
  input: {},
  effect: 'reads',
  run: async (call) => {
    const { config, dir } = await call.project()
    const run = runningSession({ paths: call.context.paths, dir })
    const [app, emulator, dev] = await Promise.all([
      appStatus(call, run !== null),
      emulatorStatus(call, config.key),
      run === null ? null : describeRunning(call.context, { dir, appKey: config.key }, run),
    ])
    const none = { name: config.name, test_store_codes: null, console: null, changes: null, missingConsents: null }
    // The console's fields repeat app.toml, whose app name is untrusted text, so leave them out.
    const { name, test_store_codes: testStores, console: _fields, changes, missingConsents, ...facts } = app ?? none
    // The regions are left out, because the list of installs has them.
    const noDev = { running: false, store: null, next: null, installedRegions: [], otherRegions: [] }
    const { store, next, installedRegions: _own, otherRegions: _others, ...running } = dev ?? noDev
    const placeholders = createPlaceholders()
    const command = store && next ? next.replace(` --store ${store}`, ` --store ${placeholders.hide(store)}`) : next
    return {
      said: {
        target: call.targetName,
        folder: dir,
        app: app === null ? { app_key: config.key, registered: false } : { ...facts, registered: true },
        dev: dev === null ? running : { ...running, next: command },
        emulator: emulator?.said ?? { running: false },
      },
      foreign: {
        appName: name,
        testStores,
        changes,
        missingConsents,
        devStore: store,
        ...placeholders.hidden(),
        ...emulator?.foreign,
      },
    }
  },
})

/** Returns null if the platform has no such app, or if the emulator is not running. */
async function appStatus(call: ToolCall, isDevRunning: boolean) {
  const project = await call.project()
  if (call.targetName === 'live') return readLiveAppReport(call.context, project)
  return call
    .control()
    .then((control) => readAppReport(control, project, isDevRunning))
    .catch(nullFor('emulator.not-running', 'emulator.unknown-app'))
}

/** Returns null if the emulator is not running. */
async function emulatorStatus(call: ToolCall, appKey: string) {
  if (readRunFile(call.context.paths) === null) return null
  const control = await call.control()
  const answers = await Promise.all([control.status(), control.stores(), control.installs({ app: appKey })]).catch(
    nullFor('emulator.not-running'),
  )
  if (answers === null) return null
  const [{ faults, ...facts }, stores, installs] = answers
  return {
    said: { running: true, ...facts, faults: faults.length },
    foreign: {
      stores: stores.map(({ id, code, name, regions }) => ({
        id,
        code,
        name,
        regions: regions.map((one) => one.code),
      })),
      installs: installs.filter(({ removedAt }) => removedAt === null),
    },
  }
}
