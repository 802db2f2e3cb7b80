import type { Check, Evidence } from '../../check.ts'
import { findings } from '../../finding.ts'
import { readHeader, type Answer } from '../../harness/raw-request.ts'
import { knownPaths } from './visited.ts'

const STRANGER = 'https://svcapp-check.example'

interface SharedAnswer {
  readonly path: string
  readonly origin: string
  readonly allowed: string
  readonly withCredentials: boolean
}

export const origins: Check = {
  id: 'web.origins',
  title: "Other sites cannot read the app's responses",
  rules: [],
  needs: [],
  run: async (harness) => {
    const paths = [...knownPaths(harness), harness.config.webhooks.path]
    const asked = paths.flatMap((path) =>
      [STRANGER, 'null'].flatMap((origin) => ['GET', 'OPTIONS'].map((method) => ({ path, origin, method }))),
    )
    const shared = await Promise.all(
      asked.map(async ({ path, origin, method }) =>
        sharedBy(await harness.app.send({ method, path, headers: preflight(method, origin) }), { path, origin }),
      ),
    )
    const answers = shared.flat()
    const isOpen = answers.some(({ withCredentials }) => withCredentials)
    return findings(answers.slice(0, 6).map(evidenceOf), {
      severity: isOpen ? 'error' : 'warning',
      title: isOpen
        ? "Any site can read the app's responses with the visitor's cookies"
        : "Any site can read the app's responses",
      why: "An attacker's page that a store owner visits can fetch what the app shows. (Advice from svcapp and the Fetch standard, 3.2.)",
      remedy:
        "Send no Access-Control-Allow-Origin, because the panel's own pages do not need it. If one of your other origins needs it, allow exactly that origin.",
    })
  },
}

function preflight(method: string, origin: string): readonly (readonly [string, string])[] {
  return [['Origin', origin], ...(method === 'OPTIONS' ? [['Access-Control-Request-Method', 'GET'] as const] : [])]
}

function sharedBy(
  answer: Answer,
  { path, origin }: { readonly path: string; readonly origin: string },
): SharedAnswer[] {
  if (!answer.answered) return []
  const allowed = readHeader(answer, 'access-control-allow-origin')?.trim()
  if (allowed === undefined || (allowed !== '*' && allowed !== origin)) return []
  const credentials = readHeader(answer, 'access-control-allow-credentials')?.trim().toLowerCase()
  // Browsers reject the star together with cookies.
  return [{ path, origin, allowed, withCredentials: credentials === 'true' && allowed !== '*' }]
}

function evidenceOf({ path, origin, allowed, withCredentials }: SharedAnswer): Evidence {
  return { kind: 'request', path, origin, allowOrigin: allowed, allowCredentials: withCredentials }
}
