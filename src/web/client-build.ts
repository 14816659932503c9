import { type CssRule, createCriticalCss } from './critical-css.ts'
import type { PageAssets } from './document.tsx'

/** The result of `scripts/build/client.ts`, as written to `manifest.json`. */
export type Manifest = {
  /** Hash of all inputs of the build. */
  sources: string
  entry: string
  css: string
  fonts: string[]
  /** Chunks of each lazy page beyond the entry, by the name of its export. */
  pages: Record<string, string[]>
  /** The worker that keeps the live stream for all tabs. */
  liveWorker: string
}

export type ClientBuild = {
  manifest: Manifest
  /** Assets of a page that shows these lazy components and has this markup. */
  assetsOf(pages: readonly (string | undefined)[], markup: string): PageAssets
}

/** A build from its two JSON files. */
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

/** A build from the files of `dist/client`, by their addresses. */
export async function readClientBuild(files: ReadonlyMap<string, string>): Promise<ClientBuild> {
  const read = (name: string) => Bun.file(files.get(name) ?? name).json()
  return openClientBuild(await read('/manifest.json'), await read('/css-rules.json'))
}
