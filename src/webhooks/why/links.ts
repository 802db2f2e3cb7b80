import { isTopic, topics } from '../../catalog/topics.ts'
import { isPlainLoopback } from '../../protocol/web-address.ts'
import { secretCommand } from '../../text/origins/secret-command.ts'
import { isSamePort, listeningLink } from './app-link.ts'
import { eventLink } from './event-link.ts'
import type { Refusals, WhyFacts } from './facts.ts'
import { faultsLink } from './faults-link.ts'
import { answerTrouble } from './last-answer.ts'
import { broken, good, unknown, verifyAdvice, type Link, renewal } from './link.ts'
import { tokenLink } from './token-link.ts'
import { tunnelLink } from './tunnel-link.ts'

type Check = (facts: WhyFacts) => Omit<Link, 'name'>

const inConsole = 'Check it in the developer console: the live platform shows it nowhere else.'

const unregistered = unknown('the app is not registered', 'Register it first: `app register`.')
const uninstalled = unknown('there is no install', 'Install the app first.')

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
  ['token of the app', tokenLink],
  ['event', (facts) => eventLink(facts, inConsole)],
]

/** Every link in the order in which an event passes them; the first broken one is the reason why none came. */
export function whyNoEvent(facts: WhyFacts): readonly Link[] {
  const links = checks.map(([name, check]) => ({ name, ...check(facts) }))
  return facts.faults.length === 0 ? links : [...links, faultsLink(facts)]
}

function topicLink({ topic, wantedTopics, registration, target }: WhyFacts) {
  if (!isTopic(topic)) {
    return broken(`there is no topic ${topic}; the platform sends nine`, '`app webhook topics` lists them.')
  }
  if (!wantedTopics.includes(topic)) {
    return broken(`app.toml does not list ${topic} in webhooks.topics`, `Add it, ${renewal(target)}`)
  }
  const again = 'Run `app register`, and install again.'
  if (registration === 'none') return broken('the app is not registered on this emulator', again)
  if (registration === null) return unknown(`app.toml lists ${topic}`, inConsole)
  return registration.topics.includes(topic)
    ? good(`${topic} is listed in app.toml and in the registration`)
    : broken(`the registration does not list ${topic}`, again)
}

function secretLink({ isSecretStored, registration, refusals, target }: WhyFacts) {
  const replace = secretCommand('signing', target === 'live')
  if (registration === 'none') return unregistered
  if (registration !== null && !registration.hasSigningSecret) {
    return broken(
      'the app has no webhook signing secret, so an install makes no subscription and says nothing',
      'Rotate the secret: `app secret rotate`. Then install again.',
    )
  }
  if (!isSecretStored) {
    const store = target === 'live' ? replace : 'app register'
    return broken('the signing secret is not kept here, so nothing can be verified', `Run \`${store}\`.`)
  }
  const mismatch = refusals.find(({ reason }) => reason === 'signature-mismatch')
  if (mismatch !== undefined) {
    return broken(
      `${requests(mismatch)} did not fit the secret: signed with another one, or changed on the way`,
      `Was the signing secret rotated? Run \`${replace}\`. The platform resends rejected events later. ${verifyAdvice}`,
    )
  }
  return good('kept here')
}

function statusLink({ registration, store }: WhyFacts) {
  if (registration === 'none') return unregistered
  if (registration === null) return unknown('cannot be checked from here', inConsole)
  return standingLink(registration, store)
}

type Registered = Exclude<WhyFacts['registration'], 'none' | null>

function standingLink({ status, testStoreCodes }: Registered, store: WhyFacts['store']) {
  if (status === 'X') return broken('the app is suspended: no event is delivered', 'Ask the platform to lift it.')
  if (status === 'published') return good('published')
  const standing = `the app is ${status === 'P' ? 'in review' : 'a draft'}`
  if (store === null && testStoreCodes.length === 0) {
    return broken(
      `${standing}, and has no test store`,
      'Take one, `app store use <code>`, or open one: `app store open`.',
    )
  }
  const code = store?.code ?? null
  if (code !== null && !testStoreCodes.includes(code)) {
    return broken(
      `${standing}, and ${code} is none of its test stores`,
      `Run \`app store use ${code}\`, or publish the app.`,
    )
  }
  return good(status === 'P' ? 'in review; a test store' : 'a draft; a test store')
}

function installLink({ install, store, isTokenRejected }: WhyFacts) {
  const place = store?.code ? ` in ${store.code}` : ''
  if (isTokenRejected) {
    return broken(
      `the platform rejects the token that is stored here for the install${place} (401): the app was uninstalled, or another install replaced the token`,
      'Check the store admin. If the app is installed there, use the token of the machine that has it: SVCAPP_TOKEN. Otherwise run `app install`.',
    )
  }
  if (install !== null) return good(`installed${place}`)
  return broken(`not installed${place}`, 'Run `app install`.')
}

function scopeLink({ topic, install, target }: WhyFacts) {
  const scope = isTopic(topic) ? topics[topic].scope : null
  if (install === null) return uninstalled
  if (scope === null) return good('the topic needs none')
  return install.scopes.includes(scope)
    ? good(`${scope} was granted (which scope a topic needs is assumed)`)
    : broken(
        `${scope} was not granted, so no subscription was written and nobody said so (which scope a topic needs is assumed)`,
        `Add ${scope} to scopes in app.toml, ${renewal(target)}`,
      )
}

function paymentLink({ install, target }: WhyFacts) {
  if (install === null && target === 'emulator') return uninstalled
  if (install === null || install.subscription === null) return unknown('cannot be checked from here', inConsole)
  return install.subscription === 'P'
    ? broken(
        'the plan is not paid: events are dropped and calls are rejected (402)',
        target === 'live'
          ? 'The store owner pays the plan in the store admin.'
          : 'Pay the plan: `app emulator plan paid`.',
      )
    : good('nothing is owed')
}

function regionLink({ install, regionId, regionCodes, target }: WhyFacts) {
  const name = (id: number) => regionCodes[id] ?? String(id)
  if (install === null) return uninstalled
  if (install.regionId === null) return good('installed for all regions')
  const installed = `installed for region ${name(install.regionId)}`
  if (regionId === null || install.regionId === regionId) return good(installed)
  return broken(
    `${installed}: events of region ${name(regionId)} go elsewhere`,
    target === 'live'
      ? `Run \`app install\`: the store owner selects region ${name(regionId)} in the store admin, then approves.`
      : `Install the app in that region too, \`app install --region ${name(regionId)}\`, or store-wide.`,
  )
}

function subscriptionLink({ topic, install, target }: WhyFacts) {
  if (install === null && target === 'emulator') return uninstalled
  if (install === null || install.topics === null) return unknown('cannot be checked from here', inConsole)
  return install.topics.includes(topic)
    ? good('the install is subscribed')
    : broken(
        'the install is not subscribed: topics are read when it is made (secret and address at each attempt)',
        'Install again: `app install`, or `i` in `app dev`.',
      )
}

function addressLink({ registration, expectedUrl, confirmedUrl }: WhyFacts) {
  if (registration === 'none') return unregistered
  if (registration === null && isPlainLoopback(expectedUrl)) {
    return broken(
      `${expectedUrl} is on this machine, where the platform cannot reach it`,
      'Run `app dev --tunnel quick`, or give webhooks.url in app.toml a public address; then enter it in the developer console.',
    )
  }
  if (registration === null && confirmedUrl !== null && confirmedUrl !== expectedUrl) {
    return broken(
      `the console has ${confirmedUrl}, as last confirmed, but deliveries are expected at ${expectedUrl}`,
      `Enter ${expectedUrl} as webhook_url in the developer console, then confirm it: \`app register\`.`,
    )
  }
  if (registration === null) {
    const confirmed = confirmedUrl === null ? '' : ', as confirmed for the console'
    return unknown(`should be ${expectedUrl}${confirmed}`, inConsole)
  }
  const { webhookUrl } = registration
  if (webhookUrl === null) return broken('none is registered', 'Run `app register`, or `app dev`.')
  return webhookUrl === expectedUrl
    ? good(webhookUrl)
    : broken(
        `registered is ${webhookUrl}, but this project takes deliveries at ${expectedUrl}`,
        'Run `app register`: while `app dev` runs, it registers the gateway, otherwise the address of app.toml.',
      )
}

const CHECK_SERVER = 'Check the server at the webhook address.'

function gatewayLink({ gateway, app, refusals, target }: WhyFacts) {
  if (gateway === null) return unknown('the webhook address is not on this machine', CHECK_SERVER)
  if (!gateway.isListening)
    return broken(`nothing listens at ${gateway.url}`, 'Run `app dev`, or `app webhook listen`.')
  const [newest] = refusals
  if (newest === undefined) {
    return good(
      isSamePort(gateway.url, app.url)
        ? 'none is in between: events go straight to the app'
        : `listens at ${gateway.url}`,
    )
  }
  return broken(`refused ${requests(newest)}: ${newest.reason}`, refusalRemedy(newest.reason, target))
}

/** By the reasons for which the gateway refuses a request; what it was signed with is most often the cause. */
function refusalRemedy(reason: string, target: WhyFacts['target']): string {
  switch (reason) {
    case 'too-old':
    case 'too-new':
      return `A clock is off, or the request is a repeat: ${target === 'live' ? 'look at the clock of this machine' : '`app emulator clock show`'}.`
    case 'too-large':
      return 'Its body is larger than the gateway takes, which no delivery of the platform is: find out who sends it.'
    case 'too-slow':
      return 'Its body did not arrive in time: look at the network, or at the tunnel.'
    case 'too-many':
      return 'More requests arrived at once than the gateway takes: the platform sends them again.'
    default:
      return verifyAdvice
  }
}

function requests({ count, since }: Refusals): string {
  const what = count === 1 ? '1 request' : `${count} requests`
  return since === 'hour' ? `${what} in the last hour` : `${what} since the last delivery of the platform`
}

function appLink(facts: WhyFacts) {
  const link = listeningLink(facts.app)
  // The app may run on another machine.
  if (facts.target === 'live' && facts.gateway === null && link.state === 'broken')
    return unknown('the webhook address is not on this machine', CHECK_SERVER)
  const trouble = link.state === 'good' ? answerTrouble(facts) : null
  if (trouble === null) return link
  const isTokens = trouble.mayBeToken === true && tokenLink(facts).state === 'broken'
  return (isTokens ? unknown : broken)(trouble.found, trouble.remedy)
}
