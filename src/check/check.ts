import type { AppConfig } from '../project/app-config.ts'
import type { Harness } from './harness/harness.ts'

/** `error` contradicts the documents, or exposes a secret or another party's data; `warning` is allowed but will cause problems; `note` is neither. */
export type Severity = 'error' | 'warning' | 'note'

/** Observed facts, by kind; further members are plain data. The report masks tokens, secrets and codes in it. */
export interface Evidence {
  readonly kind: 'request' | 'call' | 'log' | 'file' | 'page' | 'process'
  readonly [fact: string]: unknown
}

/** A reviewer's remark about the app. */
export interface Finding {
  readonly severity: Severity
  /** One sentence that states what the app does. */
  readonly title: string
  /** Why it matters; if `rules` is empty, also who gives the advice. */
  readonly why: string
  /** Recommended change. */
  readonly remedy: string
  readonly evidence: readonly [Evidence, ...Evidence[]]
  /** Ids of the violated rules of the documents; the rules of the check by default. */
  readonly rules?: readonly string[]
}

/**
 * One thing that a correct app does. `run` returns the faults, or nothing if the app is correct, and throws
 * `CannotJudge` if there is nothing to judge. A check reaches the app only through the test harness, waits
 * for conditions, never relies on tight timing, and leaves nothing behind that could disturb another check.
 */
export interface Check {
  /** `<area>.<name>`, which never changes. */
  readonly id: string
  /** A sentence that is true when the check passes. */
  readonly title: string
  readonly rules: readonly string[]
  /** Ids of the checks that this one depends on; it is skipped if one of them fails. */
  readonly needs: readonly string[]
  /** Ids of checks to run too, because this one may give them as the reason why it cannot judge. */
  readonly runsWith?: readonly string[]
  /** Ids of checks that fail for the same causes and for others. This check runs in parallel with them, and the report skips it if one of them failed. */
  readonly unless?: readonly string[]
  readonly run: (harness: Harness) => Promise<readonly Finding[]>
  /** Each prepares a separate app that this check always needs. They start with the run in the background and do not touch the shared app. */
  readonly ahead?: readonly ((harness: Harness) => Promise<unknown>)[]
}

/** Texts of a check, and of its finding. */
export type CheckWords = Pick<Check, 'id' | 'title' | 'rules'> & Pick<Finding, 'why' | 'remedy'>

/** The checks of one subject, in a folder `checks/<id>/`. */
export interface Area {
  readonly id: string
  readonly checks: readonly Check[]
  /** Returns why there is nothing to check with this app.toml; null if there is something. */
  readonly absent?: (config: AppConfig) => string | null
}
