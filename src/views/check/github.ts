import type { CheckReport } from '../../check/report.ts'
import { escapeForeign } from '../../text/escape.ts'
import { acceptanceOf } from './report.ts'

const levels = { error: 'error', warning: 'warning', note: 'notice' } as const

/** Formats findings as GitHub Actions workflow commands. Each line becomes an annotation of app.toml. */
export function githubAnnotations({ findings }: CheckReport): string {
  return findings
    .map(({ check, severity, accepted, title, why, remedy }) => {
      const properties = `file=app.toml,line=1,title=${property(`${check}: ${title}`)}`
      if (accepted !== null) return `::notice ${properties}::${message(acceptanceOf(accepted))}`
      return `::${levels[severity]} ${properties}::${message(`${why}\n${remedy}`)}`
    })
    .join('\n')
}

function message(text: string): string {
  return escapeForeign(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return message(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
