import type { Context } from '../context.ts'
import type { Registration } from '../control/contract.ts'
import { AppError } from '../errors.ts'

export interface ReviewFacts {
  readonly before: Registration
  readonly input: { readonly admin_manifest_json: string | null }
  /** `--yes`. */
  readonly agreed: boolean
}

/**
 * A published app whose panel address or slots change goes back to review, and its panels go dark meanwhile (APP-026, APP-027, A17): that is said before it
 * happens. Raises `usage.missing` when nobody can be asked, `cli.interrupted` when the answer is no.
 */
export async function confirmReview({ terminal }: Context, { before, input, agreed }: ReviewFacts): Promise<void> {
  if (before.status !== 'published' || !before.listed) return
  if (panelOf(before.admin_manifest_json) === panelOf(input.admin_manifest_json)) return
  const message =
    'The panel address or the slots of this published app change. It goes back to review: until it is approved, panels open and installs work only in its test stores.'
  if (agreed) return terminal.note(message)
  if (!terminal.isInteractive) {
    throw new AppError('usage.missing', `${message} Nothing was changed.`, { suggestions: ['Agree with --yes.'] })
  }
  if (await terminal.ask.confirm({ message: `${message} Change it?`, default: false, flag: '--yes' })) return
  throw new AppError('cli.interrupted', 'Nothing was changed.')
}

/** What review looks at: the address and the slots, whatever the order of keys in the JSON. */
function panelOf(json: string | null): string {
  if (json === null) return 'none'
  try {
    // What is no manifest compares by its text below.
    const { appUrl, slots } = JSON.parse(json) as { appUrl?: string; slots?: readonly Record<string, unknown>[] }
    const address = appUrl !== undefined && URL.canParse(appUrl) ? new URL(appUrl).href : appUrl
    return JSON.stringify([address, (slots ?? []).map(({ type, path, label }) => [type, path, label])])
  } catch {
    return json
  }
}
