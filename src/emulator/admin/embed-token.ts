import type { EmulatorContext } from '../context.ts'
import { jsonAnswer } from '../pages/page.ts'
import { issueEmbedToken } from '../panel/panel-session.ts'
import type { Session } from '../platform/sessions.ts'

/** `GET /api/admin/apps/<app_key>/embed-token`: requires the admin's session and never accepts an app's token (EMB-048, EMB-049, B44). */
export function embedTokenAnswer(context: EmulatorContext, session: Session | null, appKey: string): Response {
  if (session === null) return jsonAnswer({ success: false, message: 'Sign in to the store admin.' }, 401)
  const token = issueEmbedToken(context, session, appKey)
  return token === null ? jsonAnswer({ success: false, message: 'Not found.' }, 404) : jsonAnswer({ token })
}
