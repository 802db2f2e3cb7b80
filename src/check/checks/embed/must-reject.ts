import type { EmbedTokenError } from '../../../protocol/embed-token.ts'
import type { Check, CheckWords, Evidence, Finding } from '../../check.ts'
import { findings } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { openPanel, panelFacts, type PanelOpening } from '../../panel/panel.ts'

export interface MustReject extends CheckWords {
  /** Finding title if one of the tokens opens the panel. */
  readonly opened: string
  /** Error code for all these tokens. */
  readonly code: EmbedTokenError
  readonly make: (harness: Harness, place: InstallPlace) => readonly BadToken[]
  /** In addition to the check for a missing token. */
  readonly needs?: readonly string[]
}

export interface BadToken {
  readonly what: string
  readonly token: string
}

/**
 * Creates a check that opens the panel with tokens that every app must reject. If the page shows a
 * code, it must be the right one; an app need not show one.
 */
export function mustReject(facts: MustReject): Check {
  return {
    id: `embed.${facts.id}`,
    title: facts.title,
    rules: facts.rules,
    needs: ['embed.missing', ...(facts.needs ?? [])],
    run: async (harness) => {
      const place = await harness.installedPlace()
      const tokens = facts.make(harness, place)
      const openings = await Promise.all(tokens.map(({ token }) => openPanel(harness, place, { token })))
      const seen = openings.map((opening, at) => ({ opening, what: tokens[at]?.what ?? '' }))
      return judgeRejections(harness, facts, seen)
    },
  }
}

interface TriedToken {
  readonly what: string
  readonly opening: PanelOpening
}

/** Returns at most one finding: a token that opened the panel, otherwise a wrong code. */
export async function judgeRejections(
  harness: Harness,
  { opened, why, remedy, code }: Pick<MustReject, 'opened' | 'why' | 'remedy' | 'code'>,
  seen: readonly TriedToken[],
): Promise<readonly Finding[]> {
  const open = seen.filter(({ opening }) => opening.isOpen)
  if (open.length > 0) return findings(open.map(evidenceOf), { severity: 'error', title: opened, why, remedy })
  const misnamed = seen.filter(({ opening }) => opening.code !== null && opening.code !== code)
  if (misnamed.length === 0) return crashed(harness, seen)
  const said = new Set(misnamed.map(({ opening }) => opening.code ?? '').toSorted((a, b) => a.localeCompare(b)))
  return findings(misnamed.map(evidenceOf), {
    severity: 'error',
    title: `The panel reports ${[...said].join(' and ')} instead of ${code}`,
    why: 'The eight error codes show the owner and the developer the cause and the fix. A wrong code misleads them.',
    remedy: `Follow the documented order of the eleven verification steps, and report ${code} in this case.`,
  })
}

/** Returns a finding for a response that differs from that to a forged token and that no app sends deliberately. */
async function crashed(harness: Harness, seen: readonly TriedToken[]): Promise<readonly Finding[]> {
  const { forged } = await panelFacts(harness)
  if (forged.page.status === 500) return []
  const failed = seen.filter(({ opening: { page, code } }) => page.status === 500 && code === null)
  return findings(failed.map(evidenceOf), {
    severity: 'error',
    title: 'The panel fails with a server error instead of showing why it does not open',
    why: 'The owner sees an error without a next step.',
    remedy: 'Handle this case, and respond with a screen that explains it.',
  })
}

function evidenceOf({ what, opening: { page } }: TriedToken): Evidence {
  return { ...pageEvidence(page), token: what }
}
