import type { Bench } from '../../bench/bench.ts'
import { pageEvidence } from '../../bench/evidence.ts'
import type { InstallPlace } from '../../bench/install-place.ts'
import type { Check, CheckWords } from '../../check.ts'
import { error } from '../../finding.ts'
import { genuineToken, signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

interface MustOpen extends CheckWords {
  /** Finding title if the panel does not open. */
  readonly closed: string
  readonly make: (bench: Bench, place: InstallPlace) => string
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
    make: (bench, place) => {
      const [payload = '', signature = ''] = genuineToken(bench, place).split('.')
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
    make: (bench, place) => genuineToken(bench, place, { AppKey: bench.config.key.toUpperCase() }),
  }),
  mustOpen({
    id: 'field-case',
    title: 'Field names are read without regard to case',
    closed: 'The panel does not open when the field names are in camelCase',
    rules: ['EMB-088'],
    why: 'The platform requires parsers to ignore case. Names are PascalCase today.',
    remedy: 'Look fields up by their lower-case names.',
    make: (bench, place) => {
      const entries = Object.entries(tokenFields(bench, place))
      const camel = entries.map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value])
      return signedToken(bench.signingSecret, Object.fromEntries(camel) as Record<string, unknown>)
    },
  }),
  mustOpen({
    id: 'unknown-fields',
    title: 'Unknown fields in the token are ignored',
    closed: 'The panel does not open when the token has an unknown field',
    rules: ['EMB-089', 'VER-006'],
    why: 'The platform may add fields, as it did with Scope. Once it does, the panel no longer opens in any store.',
    remedy: 'Read the fields that you need, and ignore all others.',
    make: (bench, place) => genuineToken(bench, place, { Locale: 'tr-TR', Extra: { later: true } }),
  }),
]

function mustOpen({ id, title, closed, rules, why, remedy, make }: MustOpen): Check {
  return {
    id: `embed.${id}`,
    title,
    rules,
    needs: ['embed.opens'],
    run: async (bench) => {
      const place = await bench.installedPlace()
      const { isOpen, page } = await openPanel(bench, place, { token: make(bench, place) })
      if (isOpen) return []
      return error({ title: closed, why, remedy, evidence: [pageEvidence(page)] })
    },
  }
}
