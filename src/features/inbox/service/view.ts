import { escapeMarkup } from '#features/mail-transport/message/markup.ts'
import type { ReadMessage } from '../reading/read-message.ts'

type ViewPolicy = {
  /** Remote images are loaded. */
  remote: boolean
  /** The document is shown in the inbox, which measures it. */
  isFramed: boolean
}

/**
 * Policy of the document that a message is shown in: nothing runs, and remote images are loaded only where they were asked
 * for. By itself it has an origin of its own.
 */
export const viewPolicy = ({ remote, isFramed }: ViewPolicy): string =>
  [
    `sandbox ${isFramed ? 'allow-same-origin ' : ''}allow-popups allow-popups-to-escape-sandbox`,
    "default-src 'none'",
    `img-src data:${remote ? ' https: http:' : ''}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

// White in the dark as well: what messages are written for.
const style = `body{display:flow-root;margin:0;padding:16px;font:15px/1.5 system-ui,sans-serif;color:#111;background:#fff;overflow-wrap:anywhere}
img{max-width:100%;height:auto}table{max-width:100%}blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #bbb}
pre{white-space:pre-wrap;font:inherit;margin:0}`

/** A message as a document. */
export const viewOf = ({ html, text }: ReadMessage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Message</title>
<style>${style}</style>
<body>${html ?? `<pre>${escapeMarkup(text)}</pre>`}</body>
</html>
`
