import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { catalog } from '../../src/catalog/catalog.ts'
import { exitMeanings } from '../../src/errors/explanations/exits.ts'
import { helpGroups, startHere } from '../../src/main/help/help-groups.ts'

interface Described {
  readonly summary?: string
}

/**
 * Returns the text of llms.txt (llmstxt.org): a description of svcapp and the location of each
 * topic, for a program that reads the package instead of the network.
 */
export function llmsText(root: string, manifest: string): string {
  const { commands } = JSON.parse(manifest) as { readonly commands: Readonly<Record<string, Described>> }
  // package.json is our own file, and test/bin/oclif.test.ts checks its shape.
  const { description, oclif } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly description: string
    readonly oclif: { readonly topics: Readonly<Record<string, Described & { readonly description?: string }>> }
  }
  const about = (words: string) =>
    commands[words.replaceAll(' ', ':')]?.summary ?? oclif.topics[words]?.description ?? ''
  return [
    '# svcapp',
    `> ${description}`,
    'The command is `app`. Everything below is in the package and works offline. The default target is the emulator. No command contacts the live platform without `--target live` or SVCAPP_TARGET=live.',
    '## Start',
    list(startHere.map(([words, result]) => `\`app ${words}\`: ${result}`)),
    '## Output for programs',
    list([
      '`app commands --json`: Lists every command with its summary, arguments, flags and effects. `app commands webhook why --json --full` adds examples, error codes, exit codes and the JSON Schema of its `--json` output.',
      '`app <command> --json`: Prints one JSON document to stdout, or one line for each event. An error is `{"error": {"code", "message", "hint", "hints", "docs"}}`.',
      '`app explain <code> --json`: Prints the causes, checks and fixes of an error code.',
      '`app mcp`: Offers the emulator, deliveries, checks and calls as MCP tools (Model Context Protocol).',
      `Exit codes: ${Object.entries(exitMeanings)
        .map(([exit, meaning]) => `${exit} ${meaning.replace(/\.$/, '')}`)
        .join('; ')}`,
    ]),
    '## Without a terminal',
    list([
      '`app dev --background --approve --json`: Returns when everything is running and prints one document: pids, URLs, whether the app is installed, and in `next` the command that installs it. A second start finds the first. Always set --background, because `app dev --json` alone prints events until it is stopped.',
      '`app dev status --json`, `app dev logs --since 5m --source app|platform|gateway --json`, `app dev stop`: Show the state or the output of `app dev` in this project, or stop it. The URL in `health` returns 200 while everything works.',
      '`app emulator list --json`: Lists the platforms on this machine. Each project folder and worktree has its own platform. `--platform <name>` or SVCAPP_PLATFORM selects a shared platform.',
      '`--target live`: Writes are locked until a user runs `app live allow --for 10m` in a terminal. `--yes` does not unlock them.',
    ]),
    '## Commands',
    ...helpGroups.map(({ title, entries }) =>
      [`### ${title}`, list(entries.map((words) => `\`app ${words}\`: ${about(words)}`))].join('\n\n'),
    ),
    '## Reference',
    list([
      '[Guide](docs/guide/start.md) and [kit](docs/kit/README.md): tasks, step by step',
      '[Index](docs/reference/README.md): operations, scopes, topics and rules for every call',
      ...Object.keys(catalog).map((resource) => `[${resource}](docs/reference/${resource}.md)`),
      '[OpenAPI](openapi.json), [AsyncAPI](asyncapi.json), [app.toml as JSON Schema](schema/app.schema.json)',
    ]),
    '',
  ].join('\n\n')
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
