import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { onceApps } from '../once/learned.ts'
import { onceTrial } from '../once/trial.ts'
import { withoutTopics } from '../without-topics.ts'

export const restart: Check = {
  id: 'install.restart',
  title: 'An install outlives a restart of the app',
  rules: [],
  needs: ['install.works', 'answer.order'],
  ahead: [onceApps[0]],
  run: async (bench) => {
    const absent = withoutTopics(bench.config)
    if (absent !== null) throw new CannotJudge(absent)
    const evidence = await (await onceTrial(bench)).install
    if (evidence === null) return []
    return warning({
      title: 'The app forgets its installs when it is restarted',
      why: 'The platform shows a token once and keeps only its digest: after each deployment every owner has to install the app again, and until then nothing works for the store. (Advice from svcapp.)',
      remedy:
        'Write the install and its encrypted token to a file or a database when the code is exchanged, and read them from there.',
      evidence,
    })
  },
}
