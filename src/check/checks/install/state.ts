import type { Check, Evidence, Finding } from '../../check.ts'
import { begin } from '../../stores/spare-place.ts'

/** Longest state, in characters (INST-032). */
const LONGEST = 512

export const state: Check = {
  id: 'install.state',
  title: 'Each install that the app starts has its own state',
  rules: ['INST-016', 'INST-028', 'INST-032', 'INST-033'],
  needs: ['install.works'],
  run: async (harness) => {
    const [one, other] = await Promise.all([
      begin(harness, harness.app.browser()),
      begin(harness, harness.app.browser()),
    ])
    const evidence: Evidence = {
      kind: 'request',
      method: 'GET',
      path: harness.config.dev.installPath,
      states: [one.state, other.state],
    }
    const found = problemOf(one.state, other.state)
    return found === null ? [] : [{ ...found, evidence: [evidence] }]
  },
}

function problemOf(one: string | null, other: string | null): Omit<Finding, 'evidence'> | null {
  if (one === null || one === '') {
    return {
      severity: 'warning',
      title: 'The app starts an install without a state',
      why: "A state is optional. Without one, the redirect is not bound to the browser that started the install, so an attacker can complete their own install in your user's browser.",
      remedy: 'Send a random state, and store it in the session of the browser that starts the install.',
    }
  }
  if (one === other) {
    return {
      severity: 'error',
      title: 'Two installs start with the same state',
      why: 'Attackers know a constant state, so it does not protect the install.',
      remedy: 'Generate the state from random bytes for each install.',
    }
  }
  if (one.length <= LONGEST && !hasControl(one)) return null
  return {
    severity: 'error',
    title: 'The state is longer than 512 characters or contains control characters',
    why: 'The store admin rejects the state, and the owner cannot approve the install.',
    remedy: "Store the state's data on your server, and send a short random key as the state.",
  }
}

function hasControl(text: string): boolean {
  return text.split('').some((character) => character < ' ' || character === '\u007F')
}
