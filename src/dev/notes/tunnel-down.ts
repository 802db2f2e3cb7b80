import { AppError } from '../../errors.ts'
import type { TunnelNote } from './tunnel-note.ts'

/** Creates the error for an install through the running app whose public URL does not reach it. */
export function tunnelDown({ url, gateway, isOwn }: Pick<TunnelNote, 'url' | 'gateway' | 'isOwn'>): AppError {
  return new AppError(
    'tunnel.not-open',
    `The tunnel is down: ${url} does not reach this machine, so the browser cannot open your app. Nothing was opened.`,
    {
      suggestions: [
        isOwn === true
          ? forwardIt(gateway)
          : `Point the tunnel to ${gateway} (the gateway of \`app dev\`). Then wait until \`app dev\` reports that the tunnel is open, or restart \`app dev\`.`,
      ],
      details: { url, gateway },
    },
  )
}

export function forwardIt(gateway: string): string {
  return `Forward this address to ${gateway} (the gateway of \`app dev\`), with path and body unchanged.`
}
