/** Data that `app __complete` reads when Tab is pressed: from the manifest and from values that are the same on every machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { COMMAND_INDEX, indexText, type ManifestCommands } from '../../src/main/complete/command-index.ts'
import { fixedValues } from '../../src/main/complete/fixed-values.ts'
import { fixedKinds } from '../../src/main/complete/value-kind.ts'

const root = join(import.meta.dirname, '../..')

export async function writeCompletion(outDir: string): Promise<void> {
  const values = await Promise.all(fixedKinds.map(async (kind) => [kind, await fixedValues[kind]()] as const))
  // scripts/generate/manifest.ts writes this file.
  const manifest = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as { commands: ManifestCommands }
  writeFileSync(join(outDir, basename(COMMAND_INDEX)), indexText(manifest.commands, new Map(values)))
}
