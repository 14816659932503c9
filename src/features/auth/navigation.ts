const prefetches = (headers: Headers): boolean =>
  /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`)

/**
 * Whether a person opened the address from this site, by typing it or from a bookmark, unlike an image, a frame, a prefetch or
 * another site's link. A client without such headers is no browser, or is on plain http, and passes.
 */
export function isOwnNavigation(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none'
  const destination = headers.get('sec-fetch-dest') ?? 'document'
  const isOwn = site === 'same-origin' || site === 'none'
  return isOwn && (destination === 'document' || destination === 'empty') && !prefetches(headers)
}

/** The answer to a logout link on another site: one button, which posts. The page alone changes nothing. */
export const logoutPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Log out</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1.5rem}button{font:inherit;padding:.5rem 1rem}</style>
<h1>Log out?</h1>
<p>You came here from another site. Nothing has changed yet.</p>
<form method="post" action="/auth"><input type="hidden" name="mode" value="logout"><button>Log out</button></form>
<p><a href="/">Stay signed in</a></p>
</html>
`
export const logoutPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
