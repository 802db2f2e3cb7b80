import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { warning } from '../../finding.ts'
import { onceApps } from '../once/learned.ts'
import { onceTrial } from '../once/trial.ts'
import { withoutTopics } from '../without-topics.ts'

export const restart: Check = {
  id: 'install.restart',
  title: 'An install survives an app restart',
  rules: [],
  needs: ['install.works', 'answer.order'],
  ahead: [onceApps[0]],
  run: async (harness) => {
    const absent = withoutTopics(harness.config)
    if (absent !== null) throw new CannotJudge(absent)
    const evidence = await (await onceTrial(harness)).install
    if (evidence === null) return []
    return warning({
      title: 'The app loses its installs when it restarts',
      why: 'The platform shows a token once and stores only its digest. After each deployment every owner must reinstall the app, and until then nothing works for the store. (Advice from svcapp.)',
      remedy:
        'At the exchange, write the install and its encrypted token to a file or a database. Read them from there.',
      evidence,
    })
  },
}
