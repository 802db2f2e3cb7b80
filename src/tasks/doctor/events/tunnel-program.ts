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
        return ok(`${pinnedVersion}, with the expected checksum`)
      case 'unsupported':
        return skipped(`no download exists for ${runtime.machine}`, {
          remedy: 'Install cloudflared yourself and add it to PATH, or use --tunnel-url.',
        })
      case 'none':
        return skipped(`not installed. ${pinnedVersion} is downloaded when a tunnel first needs it`)
      case 'altered':
        break
    }
    return failed(`${kept.files[0]} does not match the checksum of cloudflared ${pinnedVersion}`, {
      remedy: 'Run `app doctor --fix` to remove the file. The next tunnel downloads cloudflared again',
      fix: () => {
        for (const file of kept.files) rmSync(file, { force: true })
        return 'removed. The next tunnel downloads cloudflared again'
      },
    })
  },
}
