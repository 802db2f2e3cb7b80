import type { Check, CheckWords } from '../../check.ts'
import { error } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { genuineToken, signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

interface MustOpen extends CheckWords {
  /** Finding title if the panel does not open. */
  readonly closed: string
  readonly make: (harness: Harness, place: InstallPlace) => string
}

/** Tokens that are written differently and mean the same. */
export const acceptedTokens: readonly Check[] = [
  mustOpen({
    id: 'signature-capitals',
    title: 'A signature in uppercase is accepted',
    closed: 'The panel does not open with a signature in uppercase',
    rules: ['EMB-084'],
    why: 'Hex means the same in upper and lower case, and a proxy between the platform and the app may change the case.',
    remedy: 'Convert the signature to lower case before you compare.',
    make: (harness, place) => {
      const [payload = '', signature = ''] = genuineToken(harness, place).split('.')
      return `${payload}.${signature.toUpperCase()}`
    },
  }),
  mustOpen({
    id: 'app-key-case',
    title: 'AppKey is compared without regard to case',
    closed: 'The panel does not open when AppKey is in uppercase',
    rules: ['EMB-093'],
    why: 'The platform may send the key in a different case.',
    remedy: 'Convert both keys to lower case before you compare.',
    make: (harness, place) => genuineToken(harness, place, { AppKey: harness.config.key.toUpperCase() }),
  }),
  mustOpen({
    id: 'field-case',
    title: 'Field names are read without regard to case',
    closed: 'The panel does not open when the field names are in camelCase',
    rules: ['EMB-088'],
    why: 'The platform requires parsers to ignore case. Names are PascalCase today.',
    remedy: 'Look fields up by their lower-case names.',
    make: (harness, place) => {
      const entries = Object.entries(tokenFields(harness, place))
      const camel = entries.map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value])
      return signedToken(harness.signingSecret, Object.fromEntries(camel) as Record<string, unknown>)
    },
  }),
  mustOpen({
    id: 'unknown-fields',
    title: 'Unknown fields in the token are ignored',
    closed: 'The panel does not open when the token has an unknown field',
    rules: ['EMB-089', 'VER-006'],
    why: 'The platform may add fields, as it did with Scope. Once it does, the panel no longer opens in any store.',
    remedy: 'Read the fields that you need, and ignore all others.',
    make: (harness, place) => genuineToken(harness, place, { Locale: 'tr-TR', Extra: { later: true } }),
  }),
]

function mustOpen({ id, title, closed, rules, why, remedy, make }: MustOpen): Check {
  return {
    id: `embed.${id}`,
    title,
    rules,
    needs: ['embed.opens'],
    run: async (harness) => {
      const place = await harness.installedPlace()
      const { isOpen, page } = await openPanel(harness, place, { token: make(harness, place) })
      if (isOpen) return []
      return error({ title: closed, why, remedy, evidence: [pageEvidence(page)] })
    },
  }
}
