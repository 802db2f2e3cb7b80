import { jsonResponse } from '../http/responses.ts'

/** GET /healthz: the process responds. GET /readyz: the database can be used. A restart does not help if it cannot. */
export function healthResponse(trouble: string | null): Response {
  return trouble === null ? jsonResponse({ ok: true }) : jsonResponse({ ok: false, why: trouble }, 503)
}
