import type { EmbedDefect } from '../../../protocol/embed-defect.ts'
import { EMBED_TOKEN_HEADER } from '../../../protocol/embed-token.ts'
import { askApp } from './ask.ts'
import { readScripts, type PageScripts } from './scripts.ts'
import { survivesInFrame } from './set-cookie.ts'
import { visitAsFrame, type Visit, type VisitTools } from './visit.ts'

/** How an app met a token that it has to refuse. */
export interface TokenTrial {
  readonly kind: EmbedDefect | 'none' | 'again'
  /** Null where nothing was answered. */
  readonly status: number | null
  readonly setsCookie: boolean
  readonly body: string
}

/** What an app answered to a program that asked as a browser in a frame would. */
export interface Probe {
  readonly visit: Visit
  readonly scripts: PageScripts
  /** Methods and headers that the app's page may be asked with from another origin: the value of Access-Control-Allow-Headers. Null where nobody asked. */
  readonly allowedHeaders: string | null
  readonly trials: readonly TokenTrial[]
}

export interface ProbePlan {
  readonly address: string
  /** Tokens that are to be refused, each as the address that has it. */
  readonly trials: readonly { readonly kind: TokenTrial['kind']; readonly address: string }[]
}

/** Opens the page, reads its scripts, and tries the tokens. Never rejects. */
export async function probeApp(tools: VisitTools, { address, trials }: ProbePlan): Promise<Probe> {
  const visit = await visitAsFrame(tools, address)
  const scripts = visit.page === null ? { texts: [], unread: 0 } : await readScripts(visit.page, visit.jar)
  const usesHeader = scripts.texts.some((text) => text.toLowerCase().includes(EMBED_TOKEN_HEADER.toLowerCase()))
  const tried: TokenTrial[] = []
  // One by one, so that the app's log can be read; a second use needs the first to be over.
  for (const trial of trials) tried.push(await tryToken(tools, trial))
  return { visit, scripts, allowedHeaders: usesHeader ? await allowedHeaders(tools, address) : null, trials: tried }
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
