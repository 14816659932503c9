import { mkdir } from 'node:fs/promises'
import subsetFont from 'subset-font'

/** Every character from one code point to another. */
export const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')

// Latin, punctuation, the rupee sign (no usual `latin` subset has it), and the interface's arrows and marks.
const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}‐‑–—‘’“”„•…‹›₹€←↑→↓↗✓×÷−≤≥`

const files = '@fontsource-variable'
const sources = [
  { family: 'Geist Variable', name: 'geist', path: `${files}/geist/files/geist`, weights: '400 700' },
  {
    family: 'Geist Mono Variable',
    name: 'geist-mono',
    path: `${files}/geist-mono/files/geist-mono`,
    weights: '400 700',
  },
] as const

export type BuiltFont = {
  family: string
  weights: string
  file: string
  data: Uint8Array
  /** The `unicode-range` it serves. */
  characters: string
  /** Too small to be worth a request of its own. */
  isInline: boolean
}

const parts = [
  {
    part: 'latin',
    text: characters,
    unicode: 'U+0020-00FF,U+2010-2027,U+2039-203A,U+20AC,U+2190-2199,U+2212',
    isInline: false,
  },
  { part: 'latin-ext', text: '₹', unicode: 'U+20B9', isInline: true },
] as const

// Amounts of money use the text face only.
const isNeeded = (name: string, part: string) => part === 'latin' || name === 'geist'

async function subset(path: string, text: string): Promise<Uint8Array> {
  const font = Buffer.from(await Bun.file(path).arrayBuffer())
  return await subsetFont(font, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
  })
}

/** Geist and Geist Mono, reduced to the characters in use; cached in `cacheDir`, since subsetting takes longer than the build. */
export async function buildFonts(cacheDir: string): Promise<BuiltFont[]> {
  await mkdir(cacheDir, { recursive: true })
  const fonts: BuiltFont[] = []
  for (const { family, name, path, weights } of sources) {
    for (const { part, text, unicode, isInline } of parts) {
      if (!isNeeded(name, part)) continue
      const source = `node_modules/${path}-${part}-wght-normal.woff2`
      const key = Bun.hash(`${await Bun.file(source).bytes()}${text} 400-700`).toString(36)
      const kept = `${cacheDir}/${name}-${part}-${key}.woff2`
      if (!(await Bun.file(kept).exists())) await Bun.write(kept, await subset(source, text))
      fonts.push({
        family,
        weights,
        file: `${name}-${part}`,
        data: await Bun.file(kept).bytes(),
        characters: unicode,
        isInline,
      })
    }
  }
  return fonts
}
