import { type CssRule, createCriticalCss } from './critical-css.ts'
import type { PageAssets } from './document.tsx'

/** The result of `scripts/build/client.ts`, as written to `manifest.json`. */
export type Manifest = {
  /** Hash of all inputs of the build. */
  sources: string
  entry: string
  css: string
  fonts: string[]
  /** Further chunks of each lazy page, by the name of its export. */
  pages: Record<string, string[]>
  /** The worker that holds the live stream for all tabs. */
  liveWorker: string
}

export type ClientBuild = {
  manifest: Manifest
  /** Assets of a page with these lazy components and this markup. */
  assetsOf(pages: readonly (string | undefined)[], markup: string): PageAssets
}

/** Reads a build from its two JSON files. */
export function openClientBuild(manifest: Manifest, rules: CssRule[]): ClientBuild {
  const inlineCss = createCriticalCss(rules)
  return {
    manifest,
    assetsOf: (pages, markup) => {
      const lazy = pages.flatMap((name) => (name ? (manifest.pages[name] ?? []) : []))
      return {
        entry: manifest.entry,
        chunks: [...new Set(lazy)],
        css: manifest.css,
        fonts: manifest.fonts,
        liveWorker: manifest.liveWorker,
        inlineCss: inlineCss(markup),
      }
    },
  }
}

/** The files of `dist/client` by URL. */
export async function readClientBuild(files: ReadonlyMap<string, string>): Promise<ClientBuild> {
  const read = (name: string) => Bun.file(files.get(name) ?? name).json()
  return openClientBuild(await read('/manifest.json'), await read('/css-rules.json'))
}
