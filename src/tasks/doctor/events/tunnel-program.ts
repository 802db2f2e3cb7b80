import { rmSync } from 'node:fs'

import { keptCloudflared } from '../../../tunnel/cloudflared/binary.ts'
import { pinnedVersion } from '../../../tunnel/cloudflared/pinned.ts'
import { failed, ok, skipped, type Check } from '../check.ts'

/** First tunnel check: the program. */
export const tunnelProgram: Check = {
  id: 'tunnel-program',
  group: 'events',
  title: 'cloudflared',
  run: ({ context: { env, paths, runtime } }) => {
    const kept = keptCloudflared({ path: env['PATH'] ?? '', folder: paths.binDir, machine: runtime.machine })
    switch (kept.kind) {
      case 'own':
        return ok(`your own program, ${kept.files[0]}`)
      case 'pinned':
        return ok(`${pinnedVersion}, the released file`)
      case 'unsupported':
        return skipped(`no download exists for ${runtime.machine}`, {
          remedy: 'Install it yourself and add it to PATH, or use --tunnel-url.',
        })
      case 'none':
        return skipped(`not installed. ${pinnedVersion} is downloaded when a tunnel first needs it`)
      case 'altered':
        break
    }
    return failed(`${kept.files[0]} is not the released file`, {
      remedy: 'Run `app doctor --fix` to remove it. The next tunnel downloads it again',
      mend: () => {
        for (const file of kept.files) rmSync(file, { force: true })
        return 'removed. The next tunnel downloads it again'
      },
    })
  },
}
