/** The first remedy on the live platform for a missing or invalid token: a new install revokes the token that works (TOK-014). */
export const TOKEN_ELSEWHERE =
  'Use the token of an install that works elsewhere: run `app token show --reveal --target live` there, and set SVCAPP_TOKEN here.'

/** For a missing record or stored token while the environment has a token. */
export const TOKEN_IN_USE = 'SVCAPP_TOKEN is set, and calls use it. `app context` shows its install.'
