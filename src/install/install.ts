import { createSecretKey } from 'node:crypto'

import type { TokenExchangeAnswer } from '../catalog/oauth.ts'
import { AppError } from '../errors.ts'
import { authorizeUrl } from '../protocol/authorize-url.ts'
import { issueState } from '../protocol/oauth-state.ts'
import type { SecretOrigin } from '../text/origins/secret-source.ts'
import { exchangeCode, type ExchangeTools } from './exchange.ts'
import type { CodeLedger } from './ledger.ts'
import type { Obtain } from './obtain.ts'
import { triageRejection } from './triage.ts'

export interface InstallTools {
  /** Writes, reads and deletes a test item where tokens are stored; raises if that fails. */
  readonly probe: () => Promise<unknown>
  readonly obtain: Obtain
  readonly exchange: ExchangeTools
  readonly ledger: CodeLedger
  /** Stores the token, or raises `install.not-stored`. */
  readonly keep: (answer: TokenExchangeAnswer) => Promise<void>
  /** Returns another app on this machine with this stored client secret. */
  readonly appOfSecret: (secret: string) => Promise<string | null>
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
}

export interface InstallInput {
  readonly appKey: string
  /** Identity of the target: secrets are bound to it (T25). */
  readonly identity: string
  readonly baseUrl: URL
  readonly adminUrl: URL
  readonly clientId: string
  readonly clientSecret: string
  /** Source of the secret, if known. */
  readonly secretSource: SecretOrigin | null
  readonly redirectUri: string
  /** Required and optional scopes together: the upper limit that the consent page checks (INST-014). */
  readonly scopes: readonly string[]
}

/**
 * Runs one installation, from the authorize address to the stored token (docs/architecture.md). The token store is tested before the user is
 * asked for a decision (P19). The code is exchanged immediately and once (P18), and a rejection is explained from local evidence (EXCH-050).
 *
 * Raises `install.*`, `credentials.*`, and what exchange and transport raise. Leaves nothing open.
 */
export async function install(tools: InstallTools, input: InstallInput): Promise<TokenExchangeAnswer> {
  await tools.probe()
  const key = createSecretKey(tools.randomBytes(32))
  const { state } = issueState({ key, now: tools.now(), random: tools.randomBytes })
  const startedAt = tools.now()
  const returned = await tools.obtain({
    authorizeUrl: authorizeUrl({ ...input, state }),
    redirectUri: input.redirectUri,
    state,
  })
  if (returned.kind === 'denied') throw denied()
  const answer = await exchangeOnce(tools, input, returned.code, startedAt)
  await tools.keep(answer)
  return answer
}

async function exchangeOnce(
  tools: InstallTools,
  input: InstallInput,
  code: string,
  startedAt: Date,
): Promise<TokenExchangeAnswer> {
  const { ledger, now } = tools
  ledger.noteObtained(code, { appKey: input.appKey, identity: input.identity, at: now() })
  const before = ledger.find(code)
  const sentAt = now()
  ledger.noteUsed(code, sentAt)
  const outcome = await exchangeCode(tools.exchange, { ...input, code })
  if (outcome.ok) return outcome.answer
  const causes = triageRejection({
    obtainedAt: before?.obtainedAt ?? sentAt,
    startedAt,
    isEmulator: input.identity.startsWith('emulator:'),
    redirectUri: input.redirectUri,
    sentAt,
    usedBeforeAt: before?.usedAt ?? null,
    clientIdPrefixOk: input.clientId.startsWith('cli_'),
    clientSecretPrefixOk: input.clientSecret.startsWith('cs_'),
    secretOfApp: await tools.appOfSecret(input.clientSecret),
    codeOfApp: before === null || before.appKey === input.appKey ? null : before.appKey,
    platformDate: outcome.platformDate,
    secretSource: input.secretSource,
  })
  throw new AppError(
    'install.exchange-rejected',
    'The platform rejected the code exchange (401). This response has seven possible causes. The likely ones are listed below.',
    { suggestions: causes.map(({ words }) => words), details: { findings: causes.map(({ cause }) => cause) } },
  )
}

function denied(): AppError {
  return new AppError('install.denied', 'The store owner cancelled. Nothing was installed.', {
    suggestions: ['Ask the store owner to approve, then run `app install` again.'],
  })
}
