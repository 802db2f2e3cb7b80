/**
 * Secures the process before anything else runs: diagnostics must not leak secrets (R12, T35), and Node 22 must
 * not report SQLite as experimental at every start. Costs nothing unless the environment enables diagnostics.
 */
export async function hardenProcess(): Promise<void> {
  const { env, execArgv } = process
  if (process.versions.node.startsWith('22.')) dropSqliteWarning()
  if (`${env['NODE_OPTIONS'] ?? ''} ${execArgv.join(' ')}`.includes('report')) switchReportsOff()
  if (env['DEBUG'] || env['NODE_DEBUG']) {
    const { redactStream } = await import('./redact-stream.ts')
    redactStream(process.stderr, env)
  }
}

/** A diagnostic report contains the whole environment and the arguments. */
function switchReportsOff(): void {
  const { report } = process
  report.excludeEnv = true
  report.reportOnFatalError = false
  report.reportOnSignal = false
  report.reportOnUncaughtException = false
}

function dropSqliteWarning(): void {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void
  process.emitWarning = (warning: unknown, ...rest: unknown[]) => {
    if (typeof warning === 'string' && warning.startsWith('SQLite is an experimental feature')) return
    emit(warning, ...rest)
  }
}
