import { listOf, oneOf, optional, text } from '../../../control/fields.ts'
import { templateNames } from '../../../scaffold/templates.ts'
import { createApp } from '../../../tasks/init/create-app.ts'
import { tool } from '../../tool.ts'

/** Creates an app, as `app init --no-install` does. */
export const init = tool({
  name: 'init',
  about:
    'Create a new app in its own folder, without installing its packages. Then run the first command in `next` there and serve MCP from that folder.',
  input: {
    key: text({ about: 'app.<company>.<name>', max: 100 }),
    template: optional(oneOf(templateNames, '')),
    installScope: optional(oneOf(['region', 'store'], '')),
    scopes: optional(listOf(text({ about: '', max: 100 }), { about: 'Required scopes.' })),
    dir: optional(text({ about: 'New folder. Default: the last part of the key.', max: 500 })),
  },
  effect: 'changes',
  run: async ({ context }, { key, template, installScope, scopes, dir }) => {
    const flags = { template, 'install-scope': installScope, scopes: scopes?.join(' '), dir }
    const made = await createApp(context, { key, yes: true, ...flags })
    return { said: { ...made, next: [`${made.packageManager} install`, 'app dev --background'] } }
  },
})
