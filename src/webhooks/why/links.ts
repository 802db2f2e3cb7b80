import { isTopic, topics } from '../../catalog/topics.ts'
import { PAY_PLAN } from '../../errors/advice.ts'
import { checkNewSecret, replaceSecret, secretCommand } from '../../text/origins/secret-command.ts'
import { storedText } from '../../text/origins/secret-source.ts'
import { verifyAdvice } from '../verify/verify-command.ts'
import { seen } from './arrived.ts'
import { consoleLink } from './console-link.ts'
import { eventLink } from './event-link.ts'
import type { WhyFacts } from './facts.ts'
import { faultsLink } from './faults-link.ts'
import { appLink, gatewayLink, requests } from './gateway-link.ts'
import { installLink } from './install-link.ts'
import { broken, good, inConsole, noInstall, unknown, type Link, renewal } from './link.ts'
import { tokenLink } from './token-link.ts'
import { tunnelLink } from './tunnel-link.ts'

type Check = (facts: WhyFacts) => Omit<Link, 'name'>

const unregistered = unknown('the app is not registered', 'Register the app first with `app register`.')

const checks: readonly (readonly [name: string, check: Check])[] = [
  ['topic', topicLink],
  ['signing secret', secretLink],
  ['status and test store', statusLink],
  ['install', installLink],
  ['scope', scopeLink],
  ['payment', paymentLink],
  ['region', regionLink],
  ['subscription', subscriptionLink],
  ['webhook address', addressLink],
  ['tunnel', tunnelLink],
  ['gateway', gatewayLink],
  ['app', appLink],
  ['app token', tokenLink],
  ['event', (facts) => eventLink(facts, inConsole)],
]

/** Returns every link in the order in which an event passes them; the first broken one is the reason why none arrived. */
export function whyNoEvent(facts: WhyFacts): readonly Link[] {
  const links = checks.map(([name, check]) => ({ name, ...check(facts) }))
  return facts.faults.length === 0 ? links : [...links, faultsLink(facts)]
}

function topicLink({ topic, wantedTopics, registration, arrived, install, ...facts }: WhyFacts) {
  if (!isTopic(topic)) {
    return broken(`unknown topic ${topic}`, 'To list the topics, run `app webhook topics`.')
  }
  if (!wantedTopics.includes(topic)) {
    return broken(`app.toml does not list ${topic} in webhooks.topics`, renewal('Add the topic to app.toml', facts))
  }
  const again = 'Run `app register`, then install again.'
  if (registration === 'none') return broken('the app is not registered on this emulator', again)
  // Without a record of the install, the newest delivery may be of this topic.
  const proof = arrived.topic ?? (install === null && arrived.ever?.topic === topic ? arrived.ever : null)
  if (registration === null && proof !== null) return good(`app.toml lists ${topic}, and ${seen(proof)}`)
  if (registration === null)
    return unknown(`app.toml lists ${topic}, but this machine cannot check the console`, inConsole)
  return registration.topics.includes(topic)
    ? good(`${topic} is listed in app.toml and in the registration`)
    : broken(`the registration does not list ${topic}`, again)
}

function secretLink(facts: WhyFacts) {
  const { isSecretStored, registration, target, dev } = facts
  const replace = secretCommand('signing', target === 'live')
  if (registration === 'none') return unregistered
  if (registration !== null && !registration.hasSigningSecret) {
    return broken(
      'the app has no webhook signing secret, so an install silently creates no subscription',
      'Create a secret with `app secret rotate`, then install again.',
    )
  }
  if (!isSecretStored && target === 'live' && dev === 'none') {
    return unknown('not stored on this machine', `To verify deliveries on this machine, run \`${replace}\`.`)
  }
  if (!isSecretStored) {
    const store = target === 'live' ? replace : 'app register'
    return broken(
      'the signing secret is not stored on this machine, so deliveries cannot be verified',
      `Run \`${store}\`.`,
    )
  }
  return testedSecret(facts)
}

/** Only a mismatch after the secret was stored shows that it is wrong. */
function testedSecret({ refusals, pastMismatches: past, isSecretVariable, target }: WhyFacts) {
  const mismatch = refusals.find(({ reason }) => reason === 'signature-mismatch')
  if (mismatch !== undefined) {
    return broken(
      `${requests(mismatch)} did not match the secret. Another secret was used, or the request was changed in transit`,
      `${replaceSecret('signing', target === 'live', isSecretVariable)} The platform resends rejected events later. ${verifyAdvice}`,
    )
  }
  if (past === null) return good('stored on this machine')
  return unknown(
    `${requests(past)} did not match the secret, but arrived before the current secret was stored (${storedText(past.storedAt)})`,
    checkNewSecret(target === 'live'),
  )
}

function statusLink({ registration, store }: WhyFacts) {
  if (registration === 'none') return unregistered
  if (registration === null) return unknown('cannot be checked on this machine', inConsole)
  return availabilityLink(registration, store)
}

type Registered = Exclude<WhyFacts['registration'], 'none' | null>

function availabilityLink({ status, testStoreCodes }: Registered, store: WhyFacts['store']) {
  if (status === 'X')
    return broken(
      'the app is suspended, so no event is delivered',
      'To lift the suspension, run `app emulator app status draft` or `app emulator app status published`.',
    )
  if (status === 'published') return good('published')
  const state = `the app is ${status === 'P' ? 'in review' : 'a draft'}`
  if (store === null && testStoreCodes.length === 0) {
    return broken(
      `${state}, and has no test store`,
      'Select a test store with `app store use <code>`, or open a new one with `app store open`.',
    )
  }
  const code = store?.code ?? null
  if (code !== null && !testStoreCodes.includes(code)) {
    return broken(
      `${state}, and ${code} is not one of its test stores`,
      `Run \`app store use ${code}\`, or publish the app.`,
    )
  }
  return good(status === 'P' ? 'in review, with a test store' : 'a draft, with a test store')
}

function scopeLink({ topic, install, ...facts }: WhyFacts) {
  const scope = isTopic(topic) ? topics[topic].scope : null
  if (install === null) return noInstall(facts)
  if (scope === null) return good('the topic needs no scope')
  return install.scopes.includes(scope)
    ? good(`${scope} was granted (the topic's scope is assumed)`)
    : broken(
        `${scope} was not granted, so the install silently created no subscription (the topic's scope is assumed)`,
        renewal(`Add ${scope} to scopes in app.toml`, facts),
      )
}

function paymentLink({ install, ...facts }: WhyFacts) {
  const { target, givenToken, rejection } = facts
  if (rejection !== null || (install === null && target === 'emulator')) return noInstall(facts)
  const subscription = givenToken === 'payment-pending' ? 'P' : (install?.subscription ?? null)
  if (subscription === null) return unknown('cannot be checked on this machine', inConsole)
  return subscription === 'P'
    ? broken(
        'the plan is not paid, so events are dropped and calls are rejected (402)',
        PAY_PLAN[target === 'live' ? 'live' : 'emulator'],
      )
    : good('no payment is due')
}

function regionLink({ install, regionId, regionCodes, ...facts }: WhyFacts) {
  const { target } = facts
  const name = (id: number) => regionCodes[id] ?? String(id)
  if (install === null) return noInstall(facts)
  if (install.regionId === null) return good('installed for all regions')
  const installed = `installed for region ${name(install.regionId)}`
  if (regionId === null || install.regionId === regionId) return good(installed)
  return broken(
    `${installed}, so the app receives no events from region ${name(regionId)}`,
    target === 'live'
      ? `Run \`app install\`. The store owner then selects region ${name(regionId)} in the store admin and approves.`
      : `To receive them, run \`app install --region ${name(regionId)}\`, or install the app store-wide.`,
  )
}

function subscriptionLink({ topic, install, ...facts }: WhyFacts) {
  if (install === null && facts.target === 'emulator') return noInstall(facts)
  // The platform reads the topics at install time, so one delivery after it proves the subscription.
  if (install !== null && facts.arrived.topic !== null) return good(`${seen(facts.arrived.topic)} after the install`)
  if (install === null || install.topics === null) return unknown('cannot be checked on this machine', inConsole)
  return install.topics.includes(topic)
    ? good('the install is subscribed')
    : broken(
        'the install is not subscribed. The platform reads the secret and the address at each attempt, but topics only at install time',
        'Install again with `app install`, or press `i` in `app dev`.',
      )
}

function addressLink(facts: WhyFacts) {
  const { registration, expectedUrl } = facts
  if (registration === 'none') return unregistered
  if (registration === null) return consoleLink(facts)
  const { webhookUrl } = registration
  if (webhookUrl === null) return broken('no address is registered', 'Run `app register`, or `app dev`.')
  return webhookUrl === expectedUrl
    ? good(webhookUrl)
    : broken(
        `${webhookUrl} is registered, but this project receives deliveries at ${expectedUrl}`,
        'Run `app register`. It registers the gateway while `app dev` runs, otherwise the address from app.toml.',
      )
}
