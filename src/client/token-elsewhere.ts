/** The first fix on the live platform for a missing or invalid token: a new install revokes the token that works (TOK-014). */
export const TOKEN_ELSEWHERE =
  'If the app is installed on another machine, run `app token show --reveal --target live` there, and set SVCAPP_TOKEN on this machine to the printed token.'

/** Advice for a missing record or stored token if the environment has a token. */
export const TOKEN_IN_USE = 'SVCAPP_TOKEN is set, and calls use it. To see its install, run `app context`.'
