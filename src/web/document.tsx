import { bootScript } from './boot.ts'
import { escapeJson, type PageState, stateId } from './document-state.ts'
import type { ColorScheme } from './lib/color-scheme.ts'
import { tokens } from './tokens.ts'

/** The build result, as a page refers to it. */
export type PageAssets = {
  /** URL of the hydration script. */
  entry: string
  /** Chunks that it will load on this page. */
  chunks: string[]
  /** URL of the full style sheet. */
  css: string
  /** URL of the worker that holds the live stream. */
  liveWorker: string
  /** Fonts to preload. */
  fonts: string[]
  /** Critical CSS of this page, inlined. */
  inlineCss: string
}

export type DocumentParts = {
  title: string
  description?: string | undefined
  body: string
  state: PageState
  colorScheme: ColorScheme
  /** `idle` on public pages, which work without the script; `load` on all others. */
  start: 'idle' | 'load'
  assets: PageAssets
}

const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ` ${name}="${Bun.escapeHTML(value)}"`)
    .join('')

const themeColor = (scheme: 'light' | 'dark', colorScheme: ColorScheme): string => {
  const media = colorScheme === 'auto' ? ` media="(prefers-color-scheme: ${scheme})"` : ''
  return `<meta name="theme-color"${media} content="${tokens[scheme].canvas}">`
}

function themeColors(colorScheme: ColorScheme): string {
  if (colorScheme !== 'auto') return themeColor(colorScheme, colorScheme)
  return themeColor('light', colorScheme) + themeColor('dark', colorScheme)
}

/** A complete page: readable before any script runs, with its data in one inert block. */
export function renderDocument(parts: DocumentParts): string {
  const { assets, colorScheme } = parts
  const html = attributes({
    'data-mantine-color-scheme': colorScheme === 'dark' ? 'dark' : 'light',
    'data-scheme': colorScheme,
    'data-respect-reduced-motion': 'true',
    'data-start': parts.start,
    'data-app': assets.entry,
    'data-css': assets.css,
    'data-chunks': assets.chunks.join(' '),
    'data-live-worker': assets.liveWorker,
  })
  const fonts = assets.fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`,
  )
  // Public pages load theirs once they are idle.
  const scripts = parts.start === 'load' ? [assets.entry, ...assets.chunks] : []
  return [
    `<!doctype html><html lang="en-IN"${html}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">',
    `<title>${Bun.escapeHTML(parts.title)}</title>`,
    parts.description ? `<meta${attributes({ name: 'description', content: parts.description })}>` : '',
    themeColors(colorScheme),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...fonts,
    ...scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script>${bootScript}</script>`,
    `<style>${assets.inlineCss}</style></head>`,
    `<body><div id="root">${parts.body}</div>`,
    `<script type="application/json" id="${stateId}">${escapeJson(parts.state)}</script></body></html>`,
  ].join('')
}
