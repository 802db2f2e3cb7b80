import type { AppFailedEvent, ConfigEvent, ConsentNeededEvent, RestartEvent } from '../../dev/events/app-event.ts'
import type { DevEvent } from '../../dev/events/dev-event.ts'
import type { Style } from '../../terminal/style.ts'
import { escapeCell } from '../../text/escape.ts'
import { step, type DevLooks } from './looks.ts'
import { shortOutput } from './short-output.ts'

type Of<K extends DevEvent['event']> = Extract<DevEvent, { event: K }>

/** Node's warnings about itself, which do not concern the app. */
const chatter = /^(\(node:\d+\) ExperimentalWarning: .*|\(Use `node --trace-warnings .*)$/

/** `node --env-file-if-exists` prints this at each start. `app dev` passes the environment itself, so it is not a problem. */
const noEnvFile = /^\S*\.env\S* not found\. Continuing without it\.$/

/** Indents app output, because a delivery above it usually causes it. */
export function outputLine({ stream, line }: Of<'app-output'>, { style: { dim }, width = 0 }: DevLooks): string {
  if (noEnvFile.test(line)) return ''
  const text = escapeCell(width > 0 ? shortOutput(line) : line)
  if (chatter.test(line)) return `  ${dim(`app | ${text}`)}`
  return `  ${dim(stream === 'stderr' ? 'app !' : 'app |')} ${text}`
}

export function listeningLine({ command, pid, ms }: Of<'app-listening'>, style: Style): string {
  return step(style, `${command.map(escapeCell).join(' ')} ${style.dim(`(pid ${pid}, ${(ms / 1000).toFixed(1)} s)`)}`)
}

export function endedLine({ reason: how, restartInMs }: Of<'app-exited'>, { red }: Style): string {
  return red(`! your app exited (${escapeCell(how)})`) + `, restarting in ${restartInMs / 1000} s`
}

/** Shows the location and the app's own message first, because you look for these first. */
export function failedLines(event: AppFailedEvent, { style, keys }: DevLooks): string {
  const { reason, message, location, advice } = event
  const parts = [location === null ? '' : style.bold(escapeCell(location)), message === null ? '' : escapeCell(message)]
  return [
    style.red(`✗ ${escapeCell(reason)}`),
    ...(parts.every((part) => part === '') ? [] : [`  ${parts.filter((part) => part !== '').join('  ')}`]),
    ...(advice === null ? [] : [`  Run ${style.bold(escapeCell(advice))}`]),
    style.dim(`  ${nextStart(event, keys === true)}`),
  ].join('\n')
}

function nextStart({ holder, restartInMs }: AppFailedEvent, hasKeys: boolean): string {
  if (holder !== null) return `Your app restarts when ${escapeCell(holder)} releases the port.`
  if (restartInMs !== null) return `Restarting in ${restartInMs / 1000} s, or after a change.`
  return `Waiting for a change${hasKeys ? ' (press R to restart the app)' : ''}.`
}

export function restartLine({ reason: why, files }: RestartEvent, { cyan }: Style): string {
  const [first = '', ...others] = files
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const what = why === 'request' ? '' : `${escapeCell(first)}${more} changed: `
  return `${cyan('↻')} ${what}${what === '' ? 'The' : 'the'} app restarts`
}

export function configLine({ changed, problem }: ConfigEvent, style: Style): string {
  if (problem !== null) {
    const lines = problem.split('\n').map((line) => `  ${escapeCell(line)}`)
    return [style.red('✗ the new app.toml was not applied, so the previous one stays in use:'), ...lines].join('\n')
  }
  return step(style, changed.length === 0 ? 'no changes in app.toml' : `app.toml: ${changed.join(', ')} changed`)
}

export function consentLine(
  { scopes, topics = [], storeName, next = 'app install' }: ConsentNeededEvent,
  { style, keys }: DevLooks,
): string {
  const store = escapeCell(storeName)
  const remedy = keys === true ? 'press i to reinstall' : `run \`${escapeCell(next)}\` to reinstall`
  const [scopeWords, topicWords] = [scopes, topics].map((names) => names.map(escapeCell).join(', '))
  const parts = [
    ...(scopes.length === 0
      ? []
      : [`${scopeWords} ${scopes.length === 1 ? 'is' : 'are'} required but not granted in ${store}`]),
    ...(topics.length === 0 ? [] : [`${store} is not subscribed to ${topicWords}`]),
  ]
  return style.yellow(`! ${parts.join('; ')}: ${remedy}`)
}
