import { int, oneOf, optional, orElse, text } from '../../control/fields.ts'
import { logSources } from '../../dev/background/log-entry.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { tool } from '../tool.ts'

/** Shows the output of `app dev`. */
export const logs = tool({
  name: 'logs',
  about: 'Show the output of `app dev`, oldest first: app output, platform and gateway events. Secrets are masked.',
  input: {
    source: optional(oneOf(logSources, 'Show only this source.')),
    since: optional(text({ about: 'Maximum age, such as 90s or 2h.', max: 20 })),
    last: orElse(int({ about: 'Number of newest entries to show.', min: 1, max: 500 }), 50),
  },
  effect: 'reads',
  run: async ({ context, project }, { source, since, last }) => {
    const { dir } = await project()
    const first = since === undefined ? '' : new Date(context.now().getTime() - parseDuration(since)).toISOString()
    const all = readSessionLog({ paths: context.paths, dir })()
    const meant = all.filter((entry) => entry.at >= first && (source === undefined || entry.source === source))
    return {
      said: { entries: Math.min(meant.length, last), of: meant.length },
      foreign: { entries: meant.slice(-last) },
    }
  },
})
