import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { listDeliveries } from '../../src/journal/deliveries.ts'
import { openJournal } from '../../src/journal/journal.ts'
import { statePaths } from '../../src/project/paths.ts'
import { APP, makeInspector } from './fixture.ts'

/** Only root can become another user: `nobody`, as on Debian. */
const NOBODY = 65_534
const isRoot = process.platform === 'linux' && process.getuid?.() === 0

/** Another user tries this with a program of the system: the files, every address of the API, a replay. */
const script = `
exec 2>/dev/null
cat "$1" && echo 'READ the journal'
ls "$2" && echo 'READ the folder'
for path in /api/timeline /api/deliveries/1 /api/charts /api/export /api/events; do
  exec 3<>/dev/tcp/127.0.0.1/$3
  printf 'GET %s HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nConnection: close\\r\\n\\r\\n' "$path" "$3" >&3
  head -c 12 <&3; echo " $path"
done
exec 3<>/dev/tcp/127.0.0.1/$3
printf 'POST /api/deliveries/1/replay HTTP/1.1\\r\\nHost: 127.0.0.1:%s\\r\\nContent-Type: application/json\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{}' "$3" >&3
head -c 12 <&3; echo ' replay'
exit 0
`

it.skipIf(!isRoot)('another user of this machine can neither read nor change anything (T17 T19)', async () => {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-other-user-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const { journalDb } = statePaths({ env: { SVCAPP_HOME: join(home, 'state') }, dataDir: home })
  const journal = openJournal({ path: journalDb, appKey: APP })
  onTestFinished(() => journal.close())
  const fixture = await makeInspector({ journal })
  fixture.add({ eventId: 'e-secret' })

  const args = ['-c', script, 'bash', journalDb, join(home, 'state'), String(fixture.port)]
  const { stdout } = await promisify(execFile)('bash', args, {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  })

  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  for (const line of lines) expect(line).toMatch(/^HTTP\/1\.1 40[13] /)
  expect([fixture.app.seen.length, listDeliveries(journal).map(({ state, tries }) => [state, tries])]).toEqual([
    0,
    [['failed', 0]],
  ])
})
