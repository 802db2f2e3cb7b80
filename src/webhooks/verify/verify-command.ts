/** A rejected request is not stored, so its headers and body come from files. */
export const verifyCommand = 'app webhook verify --headers @headers.txt --body @body.json'
