import { basename } from 'node:path'

import type { AppConfig } from '../../project/app-config.ts'
import { defaultWatch } from '../../project/app-shape.ts'

/** Programs of a start command, with the sources that they run. PHP reads its sources on each request. */
const languages = [
  { program: /^(?:python[\d.]*|uv|poetry|pipenv|flask|uvicorn|gunicorn)$/, source: /\.py$/ },
  { program: /^(?:ruby|bundle|rails|rackup|puma)$/, source: /\.(?:rb|ru)$/ },
  { program: /^go$/, source: /\.go$/ },
  { program: /^(?:java|mvnw?|gradlew?)$/, source: /\.(?:java|kt)$/ },
  { program: /^dotnet$/, source: /\.cs$/ },
]

/** Folders of packages and builds, and hidden ones such as `.venv`. */
const passedOver = /(?:^|\/)(?:\.[^/]+|venv|env|site-packages|vendor|target|build|dist|bin|obj)(?:\/|$)/

/**
 * Returns a test for the sources of the start command's language and the folders that may contain them. Null for other
 * languages, and if app.toml lists what to watch.
 */
export function sourcesOf({
  command,
  watch,
}: AppConfig['dev']): ((file: string, isFolder: boolean) => boolean) | undefined {
  if (watch.join('\n') !== defaultWatch.join('\n')) return undefined
  const words = command.flatMap((word) => word.split(/\s+/)).map((word) => basename(word))
  const { source } = languages.find(({ program }) => words.some((word) => program.test(word))) ?? {}
  return source && ((file, isFolder) => !passedOver.test(file) && (isFolder || source.test(file)))
}
