import { formatMoment } from '#shared/time.ts'

const style =
  'all:initial;position:fixed;z-index:2147483647;right:8px;bottom:8px;left:auto;max-width:calc(100vw - 16px);box-sizing:border-box;padding:8px 12px;border-radius:8px;background:#14181f;color:#fff;font:14px/1.5 system-ui,sans-serif;box-shadow:0 2px 12px rgb(0 0 0/.4)'
const linkStyle = 'all:initial;color:#9db8ff;font:inherit;text-decoration:underline;cursor:pointer'

/** Appended to every page of a temporary site: a label, its expiry, and a link to report it. */
export const writeBar = ({ expiresAt, reportUrl }: { expiresAt: Date; reportUrl: string }): string =>
  `\n<div role="note" style="${style}">Temporary site, until ${formatMoment(expiresAt)}. <a href="${reportUrl}" rel="noreferrer" style="${linkStyle}">Report abuse</a></div>\n`
