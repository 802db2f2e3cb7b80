import type { AppInstance } from '../harness/app-instance.ts'
import type { Harness } from '../harness/harness.ts'
import { isRejected, isTaken, type Answer } from '../harness/raw-request.ts'
import { readScripts } from './scripts.ts'
import type { PanelSeen } from './visit.ts'

/** Maximum number of URLs to try. */
const MOST = 8

/**
 * Returns a path from which the panel's script gets data with the token in `X-Service-Embed-Token`. It is in the page or its scripts,
 * and responds with 2xx to a genuine token and 4xx without. Null for a panel with a cookie, or for one whose scripts reveal no path.
 */
export async function findProbe(harness: Harness, seen: PanelSeen, freshToken: () => string): Promise<string | null> {
  const scripts = await readScripts(seen)
  if (!scripts.some((text) => /x-service-embed-token/i.test(text))) return null
  const paths = new Set(scripts.flatMap((text) => ownPaths(text, seen.page.url)))
  for (const path of [...paths].slice(0, MOST)) {
    const [withToken, without] = await Promise.all([
      askProbe(harness.app, { path, token: freshToken() }),
      askProbe(harness.app, { path, token: null }),
    ])
    if (isTaken(withToken) && isRejected(without)) return path
  }
  return null
}

/** Returns the data that the panel's script would get. */
export async function askProbe(
  app: AppInstance,
  { path, token }: { readonly path: string; readonly token: string | null },
): Promise<Answer> {
  const headers = token === null ? [] : [['X-Service-Embed-Token', token] as const]
  return app.send({ method: 'GET', path, headers })
}

/** Returns texts of a script that may be URLs of its own server. */
export function ownPaths(script: string, base: URL): string[] {
  return [...script.matchAll(/["'`]((?:\.{0,2}\/)[\w./-]{1,100})["'`?]/g)].flatMap(([, text = '']) => {
    const url = URL.parse(text, base.href)
    const isFile = /\.(?:js|mjs|css|png|svg|ico|map|woff2?)$/.test(text)
    return url === null || isFile || url.origin !== base.origin ? [] : [url.pathname]
  })
}
