import { rmSync } from 'node:fs'

import { keptCloudflared } from '../../../tunnel/cloudflared/binary.ts'
import { pinnedVersion } from '../../../tunnel/cloudflared/pinned.ts'
import { failed, ok, skipped, type Check } from '../check.ts'

/** First step of a tunnel: the program. */
export const tunnelProgram: Check = {
  id: 'tunnel-program',
  group: 'events',
  title: 'cloudflared',
  run: ({ context: { env, paths, runtime } }) => {
    const kept = keptCloudflared({ path: env['PATH'] ?? '', folder: paths.binDir, machine: runtime.machine })
    switch (kept.kind) {
      case 'own':
        return ok(`your own, ${kept.files[0]}`)
      case 'pinned':
        return ok(`${pinnedVersion}, the file that was released`)
      case 'unsupported':
        return skipped(`there is none to fetch for ${runtime.machine}`, {
          remedy: 'Install it yourself and have it in PATH, or use --tunnel-url.',
        })
      case 'none':
        return skipped(`not there; ${pinnedVersion} is fetched when a tunnel first needs it`)
      case 'altered':
        break
    }
    return failed(`${kept.files[0]} is not the file that was released`, {
      remedy: '`app doctor --fix` removes it; it is fetched again when it is needed',
      mend: () => {
        for (const file of kept.files) rmSync(file, { force: true })
        return 'removed; it is fetched again when it is needed'
      },
    })
  },
}
