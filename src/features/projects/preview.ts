/**
 * Policy of the page that runs a customer's code: the sandbox gives it an opaque origin, no
 * requests, and only the portal may embed it.
 */
export const previewPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Waits for one text from the embedding page, and renders it. Identical for all users. */
export const previewPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Preview</title>
<script>
addEventListener('message', function show(event) {
  if (event.source !== parent || typeof event.data !== 'string') return
  removeEventListener('message', show)
  document.open()
  document.write(event.data)
  document.close()
})
parent.postMessage('preview-ready', '*')
</script>
</html>
`
