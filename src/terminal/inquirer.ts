// The questions that are asked, and no others: the one that opens an editor brings tables of encodings, a tenth of the package.
export { checkbox, confirm, input, password, select } from '@inquirer/prompts'
