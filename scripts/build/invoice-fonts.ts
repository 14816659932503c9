import subsetFont from 'subset-font'
import { range } from './fonts.ts'

// `bun scripts/build/invoice-fonts.ts` regenerates the invoice fonts, after an update of Geist or of Noto Sans Devanagari.

const weights = [400, 600] as const

const geist = (part: string) => () =>
  `node_modules/@fontsource-variable/geist/files/geist-${part}-wght-normal.woff2`

// As src/features/billing/pdf/fonts/fonts.ts divides texts among them.
const parts: [name: string, text: string, source: (weight: number) => string][] = [
  ['geist-latin', `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’“”„•…‹›€−`, geist('latin')],
  ['geist-latin-ext', `${range(0x100, 0x17f)}${range(0x1e00, 0x1eff)}₹`, geist('latin-ext')],
  [
    'devanagari',
    `${range(0x900, 0x97f)}‌‍◌`,
    (weight) =>
      `node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}-normal.woff2`,
  ],
]

for (const [name, text, source] of parts)
  for (const weight of weights) {
    const bytes = Buffer.from(await Bun.file(source(weight)).arrayBuffer())
    // A font without axes already has its weight.
    const axes = name === 'devanagari' ? {} : { variationAxes: { wght: weight } }
    const font = await subsetFont(bytes, text, { targetFormat: 'truetype', ...axes })
    await Bun.write(`src/features/billing/pdf/fonts/${name}-${weight}.ttf`, font)
  }
