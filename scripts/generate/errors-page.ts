import { adviceForBoth } from '../../src/errors/advice.ts'
import { errorCodes, type ErrorCode } from '../../src/errors/codes.ts'
import { codeExplanations } from '../../src/errors/explanations/all.ts'
import { exitMeanings } from '../../src/errors/explanations/exits.ts'

const codes = (Object.keys(errorCodes) as ErrorCode[]).toSorted()
const areas = Map.groupBy(codes, (code) => code.slice(0, code.indexOf('.')))

function entry(code: ErrorCode): string {
  const { about, exit } = errorCodes[code]
  const { causes, example, check, fix } = codeExplanations[code]
  return `### ${code}

${about} Exit code ${exit}.

**Usual causes**

${listed(causes)}

${example === undefined ? '' : `**Example**\n\n\`\`\`console\n$ ${example.run}\n\`\`\`\n\n${example.result}\n\n`}${
    check === undefined ? '' : `**How to check**\n\n${listed(adviceForBoth(check))}\n\n`
  }**How to fix**

${listed(adviceForBoth(fix))}
`
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${plain(line)}`).join('\n')
}

/** Escapes `<name>` outside of backticks, which would be read as HTML. */
function plain(line: string): string {
  return line
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
}

/** Returns the text of docs/errors.md: the table of codes with their explanations. */
export function errorsPage(): string {
  return `<!-- Generated from src/errors by \`npm run generate\`; do not edit it. -->

# Errors

Every error of \`app\` has a code, which is printed below the message. With \`--json\`, it is in \`error.code\`. \`app explain <code>\` prints
the code's entry on this page, and \`app explain <number>\` lists the codes with that exit code. Error codes and exit codes are never renamed.

| exit code | meaning |
| ---: | --- |
${Object.entries(exitMeanings)
  .map(([exit, meaning]) => `| ${exit} | ${meaning} |`)
  .join('\n')}

${[...areas].map(([area, own]) => `## ${area}\n\n${own.map(entry).join('\n')}`).join('\n')}`
}
