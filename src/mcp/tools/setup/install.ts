import { optional, region, text } from '../../../control/fields.ts'
import { runInstall } from '../../../tasks/install/run-install.ts'
import { tool } from '../../tool.ts'
import { onlyPerson } from './register.ts'

/** Installs the app on the emulator, approved by the store's manager. */
export const install = tool({
  name: 'install',
  about:
    "Install the app in an emulator store, approved as the store's manager. Replaces the token of an earlier install there.",
  input: {
    store: optional(text({ about: 'Store code or id.', max: 100 })),
    region: optional(region('Region by id, code, country or currency.')),
  },
  effect: 'destroys',
  run: async (call, { store, region: place }) => {
    if (call.targetName !== 'emulator') throw onlyPerson('app install --target live')
    const project = await call.project()
    const [target, control] = [await call.target(project), await call.control()]
    const flags = { store, region: place, paste: false, approve: true, yes: true, timeout: 60 }
    const { appKey, storeId, regionId, ...rest } = await runInstall(call.context, { project, target, control, flags })
    return { said: { appKey, storeId, regionId }, foreign: rest }
  },
})
