/** What the address of the stand-in looks like. */
export const standInAddress = /http:\/\/127\.0\.0\.1:\d+/
