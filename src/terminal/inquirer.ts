// Only the question types that we use: the editor type needs encoding tables, a tenth of the package.
export { checkbox, confirm, input, password, select } from '@inquirer/prompts'
