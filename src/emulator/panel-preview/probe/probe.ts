import { readPageScripts, type PageScripts } from '../../../http/page-scripts.ts'
import { survivesInFrame } from '../../../http/set-cookie.ts'
import type { EmbedDefect } from '../../../protocol/embed-defect.ts'
import { EMBED_TOKEN_HEADER } from '../../../protocol/embed-token.ts'
import { askApp } from './ask.ts'
import { visitAsFrame, type Page, type Visit, type VisitTools } from './visit.ts'

/** An app's response to a token that it must reject. */
export interface TokenTrial {
  readonly kind: EmbedDefect | 'none' | 'again'
  /** Null without a response. */
  readonly status: number | null
  readonly setsCookie: boolean
  readonly body: string
}

/** An app's responses to a program that sends requests like a browser in a frame. */
export interface Probe {
  readonly visit: Visit
  readonly scripts: PageScripts
  /** Methods and headers that other origins may use for the app's page: the value of Access-Control-Allow-Headers. Null if there was no preflight. */
  readonly allowedHeaders: string | null
  readonly trials: readonly TokenTrial[]
}

export interface ProbePlan {
  readonly address: string
  /** Tokens that the app must reject, each as the URL that contains it. */
  readonly trials: readonly { readonly kind: TokenTrial['kind']; readonly address: string }[]
}

/** Opens the page, reads its scripts, and tries the tokens. Never rejects. */
export async function probeApp(tools: VisitTools, { address, trials }: ProbePlan): Promise<Probe> {
  const visit = await visitAsFrame(tools, address)
  const scripts = visit.page === null ? { texts: [], unread: 0 } : await scriptsOf(visit.page, visit.jar)
  const usesHeader = scripts.texts.some((text) => text.toLowerCase().includes(EMBED_TOKEN_HEADER.toLowerCase()))
  const tried: TokenTrial[] = []
  // One at a time, so that the app's log is readable. A second use must follow the first.
  for (const trial of trials) tried.push(await tryToken(tools, trial))
  return { visit, scripts, allowedHeaders: usesHeader ? await allowedHeaders(tools, address) : null, trials: tried }
}

function scriptsOf({ url, answer }: Page, jar: string): Promise<PageScripts> {
  const headers = { Accept: '*/*', 'User-Agent': 'svcapp-panel-preview', ...(jar === '' ? {} : { Cookie: jar }) }
  const read = async (address: URL) => {
    const result = await askApp({ url: address.href, headers })
    return result.ok && result.answer.status === 200 ? result.answer.body : null
  }
  return readPageScripts({ url, html: answer.body, read })
}

async function tryToken(tools: VisitTools, { kind, address }: ProbePlan['trials'][number]): Promise<TokenTrial> {
  const { page, steps, cookies } = await visitAsFrame(tools, address)
  const setsCookie = cookies.some((cookie) => !cookie.isRemoval && survivesInFrame(cookie))
  return {
    kind,
    status: page?.answer.status ?? steps.at(-1)?.status ?? null,
    setsCookie,
    body: page?.answer.body ?? '',
  }
}

async function allowedHeaders({ admin }: VisitTools, address: string): Promise<string> {
  const headers = {
    Origin: admin,
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': EMBED_TOKEN_HEADER,
  }
  const result = await askApp({ url: address, method: 'OPTIONS', headers })
  return (result.ok && result.answer.headers.get('access-control-allow-headers')) || ''
}
