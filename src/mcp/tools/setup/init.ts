import { listOf, oneOf, optional, text } from '../../../control/fields.ts'
import { trustCommand } from '../../../dev/trust.ts'
import { loadProject } from '../../../project/app-toml.ts'
import { scaffold } from '../../../scaffold/scaffold.ts'
import { templateNames } from '../../../scaffold/templates.ts'
import { askForApp } from '../../../tasks/init/ask-for-app.ts'
import { tool } from '../../tool.ts'

/** A new app, as `app init --no-install` creates it. */
export const init = tool({
  name: 'init',
  about:
    'Create a new app in its own folder, without its packages: run the first command of `next` there, then serve MCP from that folder.',
  input: {
    key: text({ about: 'app.<company>.<name>', max: 100 }),
    template: optional(oneOf(templateNames, '')),
    installScope: optional(oneOf(['region', 'store'], '')),
    scopes: optional(listOf(text({ about: '', max: 100 }), { about: 'Required scopes.' })),
    dir: optional(text({ about: 'The new folder; the last part of the key when left out.', max: 500 })),
  },
  effect: 'changes',
  run: async ({ context }, { key, template, installScope, scopes, dir }) => {
    const { paths, runtime, terminal } = context
    const flags = { template, 'install-scope': installScope, scopes: scopes?.join(' '), dir }
    const answers = await askForApp(terminal, { key, yes: true, ...flags })
    const made = scaffold({ ...context, systemNodeTooOld: runtime.systemNodeTooOld }, answers)
    // The same as `app init`: the command in the new app.toml is ours (T26).
    trustCommand({ paths, dir: made.dir, command: loadProject({ cwd: made.dir }).config.dev.command })
    return { said: { ...made, next: [`${made.packageManager} install`, 'app dev --background'] } }
  },
})
