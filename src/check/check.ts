import type { AppConfig } from '../project/app-config.ts'
import type { Bench } from './bench/bench.ts'

/** `error` contradicts the documents, or exposes a secret or a stranger's data; `warning` is allowed and will hurt; `note` is neither. */
export type Severity = 'error' | 'warning' | 'note'

/** What was seen, by kind; further members are plain data. The report masks tokens, secrets and codes in it. */
export interface Evidence {
  readonly kind: 'request' | 'call' | 'log' | 'file' | 'page' | 'process'
  readonly [fact: string]: unknown
}

/** What a reviewer would say about the app. */
export interface Finding {
  readonly severity: Severity
  /** One sentence that says what the app does. */
  readonly title: string
  /** Why it matters; where `rules` is empty, also who gives the advice. */
  readonly why: string
  /** What to change. */
  readonly remedy: string
  readonly evidence: readonly [Evidence, ...Evidence[]]
  /** Ids of the documents' rules that are broken; the rules of the check when left out. */
  readonly rules?: readonly string[]
}

/**
 * One thing that a correct app does. `run` returns what is wrong, and nothing when all is right; it throws `CannotJudge` when there is nothing to judge. A
 * check meets the app only through the bench, waits for conditions and never relies on tight timing, and leaves nothing behind that could disturb another
 * check.
 */
export interface Check {
  /** `<area>.<name>`, which never changes. */
  readonly id: string
  /** A sentence that is true when the check passes. */
  readonly title: string
  readonly rules: readonly string[]
  /** Ids of the checks without which this one says nothing; it is skipped when one of them fails. */
  readonly needs: readonly string[]
  /** Ids of checks that run along, because this one may name them as the reason why it cannot judge. */
  readonly runsWith?: readonly string[]
  /** Ids of checks that fail for the same causes and for others: this check runs beside them, and the report skips it when one of them failed. */
  readonly unless?: readonly string[]
  readonly run: (bench: Bench) => Promise<readonly Finding[]>
  /** Each prepares a separate app that this check always needs. They begin with the run and nobody waits for them; they do not touch the shared app. */
  readonly ahead?: readonly ((bench: Bench) => Promise<unknown>)[]
}

/** What a check says of itself, and of an app that it finds wrong. */
export type CheckWords = Pick<Check, 'id' | 'title' | 'rules'> & Pick<Finding, 'why' | 'remedy'>

/** The checks of one subject, in a folder `checks/<id>/`. */
export interface Area {
  readonly id: string
  readonly checks: readonly Check[]
  /** Why there is nothing to check for an app with this app.toml; null when there is something. */
  readonly absent?: (config: AppConfig) => string | null
}
