import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Check } from '../../check.ts'
import { findings } from '../../finding.ts'
import type { AppInstance } from '../../harness/app-instance.ts'
import { requestEvidence } from '../../harness/evidence.ts'
import { day } from './day.ts'

/** Enough to recognize a file that the app writes to meanwhile. */
const HEAD_BYTES = 16

/** Maximum number of files requested. */
const MOST = 20

/** Files that a development server may serve. */
const web = /(?:^|\/)(?:node_modules|dist|build|public|static)\/|\.(?:[cm]?[jt]sx?|css|map|html|svg|png|ico|woff2?)$/

export const served: Check = {
  id: 'secrets.served',
  title: 'The app does not serve its own files',
  rules: ['GEN-003'],
  needs: ['install.works'],
  run: async (harness) => {
    const { app } = harness
    // By then the app has stored its installs.
    await day(harness)
    const tried = await Promise.all(
      (await privateFiles(app)).slice(0, MOST).map(async ({ path, bytes }) => {
        const request = { method: 'GET', path: `/${path}` }
        const answer = await app.send(request)
        const head = bytes.subarray(0, HEAD_BYTES)
        const isServed = answer.answered && answer.status < 300 && answer.body.subarray(0, HEAD_BYTES).equals(head)
        return isServed ? [requestEvidence(request, { ...answer, body: Buffer.alloc(0) })] : []
      }),
    )
    return findings(tried.flat(), {
      severity: 'error',
      title: 'The app serves its own files to anyone',
      why: 'Anyone who guesses a file name can download the database or the environment file, with the secrets of all stores.',
      remedy: 'Serve static files from a separate folder without other files, never from the project folder.',
    })
  },
}

/** Returns the files that the app wrote, and its environment files. */
async function privateFiles(app: AppInstance): Promise<readonly { readonly path: string; readonly bytes: Buffer }[]> {
  const names = (await readdir(app.dir)).filter((name) => name.startsWith('.env') || name === '.npmrc')
  const given = await Promise.all(
    names.map(async (path) => ({ path, bytes: await readFile(join(app.dir, path)).catch(() => Buffer.alloc(0)) })),
  )
  const written = (await app.written()).filter(({ path }) => !web.test(path))
  return [...given, ...written].filter(({ bytes }) => bytes.length >= HEAD_BYTES)
}
